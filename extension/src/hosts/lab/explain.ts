/* "Explain compile": runs the selected cell through the same magic that a user would type. */

import { CodeCell, isCodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { OutputArea } from '@jupyterlab/outputarea';
import { explaining } from './magic';

/** Explains a code cell of `panel`, its output under the cell as always. */
export async function explainCell(panel: NotebookPanel, cell: CodeCell): Promise<void> {
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session?.kernel;
  const model = cell.model;
  if (!kernel || !isCodeCellModel(model) || model.sharedModel.getSource().trim() === '') return;
  await loadExtension(panel);
  const metadata = { cellId: model.id, recordTiming: false };
  model.executionState = 'running';
  cell.setPrompt('*');
  try {
    cell.outputHidden = false;
    const code = explaining(model.sharedModel.getSource());
    const reply = await OutputArea.execute(code, cell.outputArea, panel.sessionContext, metadata);
    model.executionCount = reply?.content.execution_count ?? null;
  } finally {
    model.executionState = 'idle';
    cell.setPrompt(String(model.executionCount ?? ''));
  }
}

/** Runs an edited cell, so that what it defines is new, and then the cell that explained it. */
export async function explainAgain(
  panel: NotebookPanel,
  edited: CodeCell | null,
  explained: CodeCell | null,
): Promise<void> {
  if (!explained) return;
  if (edited && edited !== explained) {
    const reply = await CodeCell.execute(edited, panel.sessionContext);
    if (reply && reply.content.status !== 'ok') return;
  }
  await explainCell(panel, explained);
}

/** `%load_ext` once more does no harm, and a kernel without the package says so when the magic is not found. */
async function loadExtension(panel: NotebookPanel): Promise<void> {
  const code = '%load_ext explorer';
  const future = panel.sessionContext.session?.kernel?.requestExecute({ code, silent: true, store_history: false });
  await future?.done;
}
