/* The JupyterLab extension: puts the parts of this folder together. */

import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { EditorExtensionRegistry, IEditorExtensionRegistry } from '@jupyterlab/codemirror';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { addCommands } from './commands';
import { registerDocuments } from './document';
import { explainAgain } from './explain';
import { gutterExtension } from './gutter';
import { MainArea } from './main-area';
import { codeCell, showReport } from './navigate';
import { readBeside } from './files';
import { followReports, Gutters, type ReportActions } from './notebook';
import { RANK, rendererFactory } from './renderer';
import { followSettings } from './settings';
import { furnish, NOWHERE } from './surroundings';

const ID = 'torch-compile-explorer:plugin';

const plugin: JupyterFrontEndPlugin<void> = {
  id: ID,
  description: 'Shows what torch.compile did, in the cell, in the gutter and in the main area.',
  autoStart: true,
  requires: [INotebookTracker, IEditorExtensionRegistry, IRenderMimeRegistry],
  optional: [ISettingRegistry, ICommandPalette],
  activate,
};

function activate(
  app: JupyterFrontEnd,
  tracker: INotebookTracker,
  editors: IEditorExtensionRegistry,
  rendermime: IRenderMimeRegistry,
  registry: ISettingRegistry | null,
  palette: ICommandPalette | null,
): void {
  const preferences = followSettings(registry, ID);
  const alone = { ...NOWHERE, preferences };
  const gutters = new Gutters();
  const main = new MainArea(app);

  addGutter(editors, gutters);
  rendermime.addFactory(
    rendererFactory((output) => ({ ...alone, actions: { openMain: () => main.open(output, alone) } })),
    RANK,
  );
  registerDocuments(app, alone);
  const readFile: ReportActions['readFile'] = (panel, name) =>
    readBeside(app.serviceManager.contents, panel.context.path, name);
  const welcome = (panel: NotebookPanel) => {
    furnish(app, panel, preferences, main);
    followReports(panel, gutters, preferences, { ...ACTIONS, readFile });
  };
  tracker.forEach(welcome);
  tracker.widgetAdded.connect((_, panel) => welcome(panel));
  addCommands(app, tracker, gutters, palette);
}

/** An editor that is made later, when its cell is scrolled into view, starts with what is known of the cell. */
function addGutter(editors: IEditorExtensionRegistry, gutters: Gutters): void {
  editors.addExtension({
    name: 'compile-explorer-gutter',
    factory: ({ model }) => {
      const id = (model as { id?: unknown }).id;
      const known = typeof id === 'string' ? gutters.get(id) : null;
      return EditorExtensionRegistry.createImmutableExtension(gutterExtension(known));
    },
  });
}

const ACTIONS: Omit<ReportActions, 'readFile'> = {
  goToReport: (panel, cellId, refs) => void showReport(panel, cellId, refs),
  explainAgain: (panel, edited, cellId) => void explainAgain(panel, codeCell(panel, edited), codeCell(panel, cellId)),
};

export default plugin;
