/* Going from one place of a notebook to another: to a report, to a line. */

import type { CodeCell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { cellOf, renderedIn } from './notebook';

/** Shows the report under a cell with `refs` selected. */
export async function showReport(panel: NotebookPanel, cellId: string, refs: readonly string[]): Promise<void> {
  const cell = cellOf(panel, cellId);
  if (!cell) return;
  await panel.content.scrollToCell(cell).catch(() => undefined);
  const output = renderedIn(cell).at(-1);
  output?.viewer?.select(refs);
  output?.node.scrollIntoView({ block: 'nearest' });
  output?.viewer?.activate();
}

/** Puts the cursor into a line of a cell. */
export function goToLine(panel: NotebookPanel, cellId: string | null, line: number | null): void {
  const cell = cellId === null ? null : cellOf(panel, cellId);
  if (!cell) return;
  panel.content.activeCellIndex = panel.content.widgets.indexOf(cell);
  void panel.content.scrollToCell(cell).then(() => {
    cell.editor?.setCursorPosition({ line: (line ?? 1) - 1, column: 0 });
    cell.editor?.focus();
  });
}

/** The code cell with this id. */
export function codeCell(panel: NotebookPanel, cellId: string): CodeCell | null {
  const cell = cellOf(panel, cellId);
  return cell?.model.type === 'code' ? (cell as CodeCell) : null;
}
