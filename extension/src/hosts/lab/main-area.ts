/* The viewers that stand alone in the main area, beside their notebook. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import { MainAreaWidget, WidgetTracker } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { reportIcon } from './icon';
import type { RenderedReport } from './renderer';
import { ViewerWidget, type Surroundings } from './view';

/** The viewers that stand alone in the main area. */
export class MainArea {
  private readonly tracker = new WidgetTracker<MainAreaWidget<ViewerWidget>>({ namespace: 'compile-explorer' });

  constructor(private readonly app: JupyterFrontEnd) {}

  /** Opens what `output` shows beside its notebook, with the same selection. */
  open(output: RenderedReport, around: Surroundings, beside?: NotebookPanel): void {
    const shown = output.shown;
    if (!shown) return;
    const { openMain: _, ...actions } = around.actions;
    const viewer = new ViewerWidget(shown, { ...around, actions }, 'main', output.viewer?.selection ?? []);
    const widget = new MainAreaWidget({ content: viewer });
    widget.title.label = titleOf(shown.document);
    widget.title.icon = reportIcon;
    widget.title.closable = true;
    void this.tracker.add(widget);
    this.app.shell.add(widget, 'main', { mode: beside ? 'split-right' : 'tab-after', ref: beside?.id ?? null });
    this.app.shell.activateById(widget.id);
  }
}

function titleOf(document: unknown): string {
  const name = (document as { program?: { name?: unknown } } | null)?.program?.name;
  return typeof name === 'string' && name !== '' ? name.slice(0, 40) : 'Compile';
}
