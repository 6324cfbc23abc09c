/* The commands, their place in the palette, and the button in the notebook's toolbar. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import { type ICommandPalette, ToolbarButton } from '@jupyterlab/apputils';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { explainCell } from './explain';
import { reportIcon } from './icon';
import { codeCell, nextMarkIn } from './navigate';
import { renderedIn, type Gutters } from './notebook';

const EXPLAIN = 'compile-explorer:explain';
const OPEN = 'compile-explorer:open';
const NEXT = 'compile-explorer:next-mark';
const PREVIOUS = 'compile-explorer:previous-mark';

/** Adds the commands; the palette and the toolbar show them. */
export function addCommands(
  app: JupyterFrontEnd,
  tracker: INotebookTracker,
  gutters: Gutters,
  palette: ICommandPalette | null,
): void {
  const label = 'Explain compile';
  const caption = 'Run the selected cell and show what torch.compile did';
  app.commands.addCommand(EXPLAIN, {
    label,
    caption,
    icon: reportIcon,
    isEnabled: () => tracker.activeCell?.model.type === 'code',
    execute: async () => {
      const panel = tracker.currentWidget;
      const cell = panel ? codeCell(panel, panel.content.activeCell?.model.id ?? '') : null;
      if (panel && cell) await explainCell(panel, cell);
    },
  });
  app.commands.addCommand(OPEN, {
    label: 'Open the compile viewer in the main area',
    icon: reportIcon,
    isEnabled: () => tracker.activeCell !== null && renderedIn(tracker.activeCell).length > 0,
    execute: () => {
      const cell = tracker.activeCell;
      const output = cell ? renderedIn(cell)[0] : undefined;
      output?.openMain();
    },
  });
  const marks = [
    [NEXT, 'Next compile mark', 1],
    [PREVIOUS, 'Previous compile mark', -1],
  ] as const;
  for (const [command, label, step] of marks) {
    app.commands.addCommand(command, {
      label,
      isEnabled: () => tracker.currentWidget !== null,
      execute: () => tracker.currentWidget && nextMarkIn(tracker.currentWidget, gutters, step),
    });
  }
  for (const command of [EXPLAIN, OPEN, NEXT, PREVIOUS]) palette?.addItem({ command, category: 'Compile Explorer' });
  app.docRegistry.addWidgetExtension('Notebook', {
    createNew: (panel: NotebookPanel) => {
      const button = new ToolbarButton({
        icon: reportIcon,
        label,
        tooltip: caption,
        onClick: () => void app.commands.execute(EXPLAIN),
      });
      const placed = panel.toolbar.insertAfter('cellType', 'compileExplorer', button);
      if (!placed) panel.toolbar.insertItem(10, 'compileExplorer', button);
      return button;
    },
  });
}
