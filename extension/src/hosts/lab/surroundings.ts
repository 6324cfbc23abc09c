/* What a viewer stands beside: a notebook with its kernel and its folder, or nothing. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { CodeCell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { readBeside } from './files';
import { meet } from './kernel';
import type { MainArea } from './main-area';
import { explainAgain } from './explain';
import { codeCell, goToLine } from './navigate';
import { RANK, rendererFactory, type RenderedReport } from './renderer';
import type { Preferences } from './settings';
import type { Surroundings } from './view';

/** A place without a notebook: a document, a console, a preview. */
export const NOWHERE: Omit<Surroundings, 'preferences'> = {
  kernel: () => null,
  onKernel: () => () => undefined,
  readFile: () => Promise.reject(new Error('There is no folder to read from.')),
  actions: {},
};

/** Gives the outputs of a notebook viewers that know its kernel and its folder. */
export function furnish(app: JupyterFrontEnd, panel: NotebookPanel, preferences: Preferences, main: MainArea): void {
  const session = panel.sessionContext;
  const kernel = () => {
    const connection = session.session?.kernel;
    return connection?.handleComms ? meet(connection) : null;
  };
  const around = (output: RenderedReport): Surroundings => ({
    preferences,
    kernel,
    onKernel: (then) => {
      session.kernelChanged.connect(then);
      return () => void session.kernelChanged.disconnect(then);
    },
    readFile: (name) => readBeside(app.serviceManager.contents, panel.context.path, name),
    actions: {
      leave: () => panel.content.activate(),
      goTo: ({ cellId, line }) => goToLine(panel, cellId, line),
      openMain: () => main.open(output, around(output), panel),
      measure: () => measure(panel, output),
      rerun: () => void explainAgain(panel, null, cellAround(panel, output)),
    },
  });
  panel.content.rendermime.addFactory(rendererFactory(around), RANK);
  session.kernelChanged.connect(kernel);
  void session.ready.then(kernel);
}

/**
 * Measures what `output` shows, on the kernel's main shell, after what runs there already, and lets its viewer ask for
 * the new report. Rejects with what the kernel says.
 */
async function measure(panel: NotebookPanel, output: RenderedReport): Promise<void> {
  const kernel = panel.sessionContext.session?.kernel;
  const id = output.shown?.id;
  if (!kernel || !id) throw new Error('The kernel that explored this is gone.');
  const code = `from explorer.lab import measure as _measure\n_measure(${JSON.stringify(id)})\ndel _measure`;
  const reply = await kernel.requestExecute({ code, store_history: false, stop_on_error: false }).done;
  if (reply.content.status !== 'ok') throw new Error(errorOf(reply.content));
  await output.viewer?.refresh();
}

function errorOf(content: { readonly status: string; readonly evalue?: string }): string {
  return content.status === 'error' && content.evalue ? content.evalue : 'Measuring was interrupted.';
}

/** The cell that put out what `output` shows. */
function cellAround(panel: NotebookPanel, output: RenderedReport): CodeCell | null {
  const cell = panel.content.widgets.find(({ node }) => node.contains(output.node));
  return cell ? codeCell(panel, cell.model.id) : null;
}
