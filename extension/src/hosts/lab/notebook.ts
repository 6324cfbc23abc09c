/* One notebook: the reports in its outputs, and from them the gutter of each of its cells. Needs no kernel. */

import type { Cell, ICellModel } from '@jupyterlab/cells';
import { isCodeCellModel } from '@jupyterlab/cells';
import type { CodeMirrorEditor } from '@jupyterlab/codemirror';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { IOutputModel } from '@jupyterlab/rendermime';
import { effect } from '@preact/signals';
import { openReport, type Report } from '../../report';
import type { CardActions } from './card';
import { setGutter, type GutterContent } from './gutter-state';
import { cellFor, cellMarks, type NotebookCell } from './marks';
import { unpack } from './files';
import { leftOut, MIME } from './protocol';
import { RenderedReport } from './renderer';
import type { Preferences } from './settings';

/** What each cell's gutter shows, by the cell's id, for editors that are made later (cells far away have none). */
export class Gutters {
  private readonly content = new Map<string, GutterContent>();

  get(cellId: string): GutterContent | null {
    return this.content.get(cellId) ?? null;
  }

  set(cellId: string, content: GutterContent | null): void {
    if (content) this.content.set(cellId, content);
    else this.content.delete(cellId);
  }
}

/** What the gutters of a notebook can do with its reports. */
export interface ReportActions {
  readonly goToReport: (panel: NotebookPanel, cellId: string, refs: readonly string[]) => void;
  /** `edited` is the cell with the marks, `cellId` the one whose output is the report. */
  readonly explainAgain: (panel: NotebookPanel, edited: string, cellId: string) => void;
  /** The report in a file beside the notebook, where the notebook itself has no room for it. */
  readonly readFile: (panel: NotebookPanel, name: string) => Promise<unknown>;
}

const PAUSE = 100;

/** The reports of outputs that were opened, each once; null for what is no report, or is not unpacked yet. */
type Opened = WeakMap<IOutputModel, Report | null>;

type ReadFile = (name: string) => Promise<unknown>;

/** Keeps the gutters of `panel` in step with the reports in its outputs. */
export function followReports(
  panel: NotebookPanel,
  gutters: Gutters,
  preferences: Preferences,
  actions: ReportActions,
): void {
  const opened: Opened = new WeakMap();
  const watched = new WeakSet<ICellModel>();
  let marked = new Set<string>();
  let timer = 0;

  const update = () => {
    timer = 0;
    if (panel.isDisposed || !panel.content.model) return;
    const found = preferences.value.marks ? contentOf(panel, opened, soon, actions) : new Map<string, GutterContent>();
    for (const cell of new Set([...marked, ...found.keys()])) {
      const content = found.get(cell) ?? null;
      if (gutters.get(cell)?.marks === content?.marks) continue;
      gutters.set(cell, content);
      paint(panel, cell, content);
    }
    marked = new Set(found.keys());
  };
  const soon = () => {
    if (!timer) timer = window.setTimeout(update, PAUSE);
  };
  const watch = () => {
    for (const cell of panel.content.model?.cells ?? []) {
      if (watched.has(cell) || !isCodeCellModel(cell)) continue;
      watched.add(cell);
      cell.outputs.changed.connect(soon);
    }
    soon();
  };
  void panel.context.ready.then(() => {
    panel.content.model?.cells.changed.connect(watch);
    panel.content.modelContentChanged.connect(watch);
    watch();
  });
  const stop = effect(() => {
    void preferences.value;
    soon();
  });
  panel.disposed.connect(stop);
}

/** The newest report that speaks of a cell wins. */
function contentOf(
  panel: NotebookPanel,
  opened: Opened,
  soon: () => void,
  actions: ReportActions,
): Map<string, GutterContent> {
  const found = new Map<string, GutterContent>();
  const cells = cellsOf(panel);
  const readFile = (name: string) => actions.readFile(panel, name);
  for (const { cell, report } of reportsIn(panel, opened, readFile, soon)) {
    for (const marks of marksFor(report)) {
      const owner = cellFor(marks, cells);
      if (!owner) continue;
      const card: CardActions = {
        goToReport: (refs) => actions.goToReport(panel, cell, refs),
        explainAgain: () => actions.explainAgain(panel, owner.id, cell),
      };
      found.set(owner.id, { marks, actions: card });
    }
  }
  return found;
}

function cellsOf(panel: NotebookPanel): NotebookCell[] {
  return [...(panel.content.model?.cells ?? [])].filter(isCodeCellModel).map((cell) => ({
    id: cell.id,
    count: cell.executionCount ?? null,
    text: cell.sharedModel.getSource(),
  }));
}

const MARKS = new WeakMap<Report, ReturnType<typeof cellMarks>>();

function marksFor(report: Report): ReturnType<typeof cellMarks> {
  let marks = MARKS.get(report);
  if (!marks) MARKS.set(report, (marks = cellMarks(report)));
  return marks;
}

/** The reports in the outputs, the one that ran last at the end. */
function reportsIn(
  panel: NotebookPanel,
  opened: Opened,
  readFile: ReadFile,
  soon: () => void,
): { cell: string; report: Report }[] {
  const reports: { cell: string; report: Report; count: number }[] = [];
  for (const cell of panel.content.model?.cells ?? []) {
    if (!isCodeCellModel(cell)) continue;
    for (let at = 0; at < cell.outputs.length; at += 1) {
      const output = cell.outputs.get(at);
      if (!opened.has(output)) open(output, opened, readFile, soon);
      const report = opened.get(output);
      if (report) reports.push({ cell: cell.id, report, count: cell.executionCount ?? 0 });
    }
  }
  return reports.sort((a, b) => a.count - b.count);
}

/**
 * Opens what an output shows into `opened`, until the output changes. A document that has to be unpacked, or read from
 * the file beside the notebook, is there a moment later, and `then` is called.
 */
function open(output: IOutputModel, opened: Opened, readFile: ReadFile, then: () => void): void {
  const document: unknown = output.data[MIME];
  const file = leftOut(document)?.file;
  const whole = unpack(document) ?? (file ? readFile(file) : null);
  opened.set(output, whole ? null : openOrNull(document));
  const again = () => {
    output.changed.disconnect(again);
    opened.delete(output);
    then();
  };
  output.changed.connect(again);
  void whole
    ?.catch(() => document)
    .then((read) => opened.set(output, openOrNull(read)))
    .then(then)
    .catch(() => undefined);
}

function openOrNull(document: unknown): Report | null {
  try {
    return openReport(document).report;
  } catch {
    return null;
  }
}

function paint(panel: NotebookPanel, cellId: string, content: GutterContent | null): void {
  const cell = panel.content.widgets.find((one) => one.model.id === cellId);
  const editor = cell?.editor as CodeMirrorEditor | null | undefined;
  editor?.editor.dispatch({ effects: setGutter.of(content) });
}

/** The cell with this id. */
export function cellOf(panel: NotebookPanel, cellId: string): Cell | null {
  return panel.content.widgets.find((cell) => cell.model.id === cellId) ?? null;
}

/** The outputs of ours under a cell, as far as they are drawn. */
export function renderedIn(cell: Cell): RenderedReport[] {
  const found: RenderedReport[] = [];
  const todo = [...cell.children()];
  for (let widget = todo.pop(); widget; widget = todo.pop()) {
    if (widget instanceof RenderedReport) found.push(widget);
    else todo.push(...widget.children());
  }
  return found.reverse();
}
