/* Going from one place of a notebook to another: to a report, to a line. */

import type { CodeCell } from '@jupyterlab/cells';
import type { CodeMirrorEditor } from '@jupyterlab/codemirror';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { firstMark } from './gutter-cards';
import { gutterOf } from './gutter-state';
import { cellOf, renderedIn, type Gutters } from './notebook';
import { signOf } from './words';

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

/** Opens the next mark of the notebook, after the last one the first; `step` -1 goes up. Nothing when there is none. */
export async function nextMarkIn(panel: NotebookPanel, gutters: Gutters, step: 1 | -1): Promise<void> {
  const { content } = panel;
  const cells = content.widgets;
  for (let passed = 1; passed <= cells.length; passed += 1) {
    const at = (content.activeCellIndex + step * passed + passed * cells.length) % cells.length;
    const cell = cells[at]!;
    if (!gutters.get(cell.model.id)?.marks.lines.some(signOf)) continue;
    content.activeCellIndex = at;
    await content.scrollToCell(cell).catch(() => undefined);
    await cell.ready;
    const view = (cell.editor as CodeMirrorEditor | null)?.editor;
    const field = view?.state.facet(gutterOf);
    if (view && field && firstMark(view, field, step)) return;
  }
}

/** The code cell with this id. */
export function codeCell(panel: NotebookPanel, cellId: string): CodeCell | null {
  const cell = cellOf(panel, cellId);
  return cell?.model.type === 'code' ? (cell as CodeCell) : null;
}
