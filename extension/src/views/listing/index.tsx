/* A listing: a text of the report in an editor that cannot change it, with its lines linked to entities. */

import { useSignalEffect } from '@preact/signals';
import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { cut } from '../../lib/format';
import { tidy } from '../../lib/tidy';
import { hover, select, strongest, useModel, type Model } from '../../model';
import { Empty, Loading } from '../parts/say';
import { useText } from '../parts/use-texts';
import { makeEditor, showMarks, type LineMarks } from './editor';
import { renumber, type LineRefs } from './marks';

export interface ListingProps {
  /** What it is called, for a screen reader and when it is missing. */
  readonly label: string;
  readonly textKey: string;
  readonly language: string;
  readonly firstLine?: number;
  /** The refs of each line, once the text is there. */
  readonly refsOf: (lines: number) => LineRefs;
  /** Shown without what hides its sense, when the language has such a form. */
  readonly tidy?: boolean;
  readonly notesOf?: (refs: LineRefs) => ReadonlyMap<number, string>;
}

/** A longer text is cut until all of it is asked for. */
const LIMIT = 400_000;

export function Listing(props: ListingProps) {
  const text = useText(props.textKey);
  if (text.state === 'loading') return <Loading what={props.label} />;
  if (text.state === 'missing')
    return <Empty title={`${props.label} could not be read`}>{text.why} The rest is complete.</Empty>;
  return <Text {...props} text={text.text} />;
}

function Text(props: ListingProps & { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const { text, language, firstLine = 1, refsOf } = props;
  const tidied = useMemo(() => (props.tidy ? tidy(text, language) : null), [props.tidy, text, language]);
  const shown = tidied?.text ?? text;
  const short = whole ? null : cut(shown, LIMIT);
  const refs = useMemo(() => {
    const exact = refsOf(text.split('\n').length);
    return tidied ? renumber(exact, tidied.numbers) : exact;
  }, [text, tidied, props.label]);
  const numberOf = (line: number) => (tidied ? (tidied.numbers[line - 1] ?? line) : line) + firstLine - 1;
  return (
    <>
      <Editor {...props} text={short ? short.start : shown} refs={refs} numberOf={numberOf} />
      {short && (
        <button type="button" class="ce-link ce-show-all" onClick={() => setWhole(true)}>
          … show all {short.size}
        </button>
      )}
    </>
  );
}

interface EditorProps {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  readonly refs: LineRefs;
  readonly notesOf?: ListingProps['notesOf'];
  readonly numberOf: (line: number) => number;
}

function Editor({ text, language, label, refs, notesOf, numberOf }: EditorProps) {
  const model = useModel();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const line = useRef(0);
  useEffect(() => {
    const parent = place.current!;
    const listeners = {
      onPoint: (at: number | null) => hover(model, at === null ? [] : (refs.get(at) ?? [])),
      onPress: (at: number, add: boolean) => press(model, refs.get(at) ?? [], add),
    };
    const notes = notesOf?.(refs) ?? new Map<number, string>();
    const made = makeEditor(parent, { text, language, numberOf, label, notes, listeners });
    view.current = made;
    showMarks(made, marksOf(model, refs, 0));
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [text, language, refs, label]);
  useSignalEffect(() => {
    const marks = marksOf(model, refs, line.current);
    if (view.current) showMarks(view.current, marks);
  });
  useSignalEffect(() => {
    if (model.state.selection.value.length > 0)
      requestAnimationFrame(() => view.current && reveal(view.current, marksOf(model, refs, 0)));
  });
  /** The arrows walk the lines that belong to something; Enter selects. */
  const onKeyDown = (event: KeyboardEvent) => {
    const lines = [...refs.keys()].sort((a, b) => a - b);
    if (event.key === 'ArrowDown') line.current = lines.find((one) => one > line.current) ?? line.current;
    else if (event.key === 'ArrowUp') line.current = lines.findLast((one) => one < line.current) ?? line.current;
    else if (event.key === 'Enter') return press(model, refs.get(line.current) ?? [], event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
    hover(model, refs.get(line.current) ?? []);
    if (view.current) reveal(view.current, new Map([[line.current, 'here']]));
  };
  return <div ref={place} class="ce-listing" onKeyDown={onKeyDown} />;
}

function press(model: Model, refs: readonly string[], add: boolean): void {
  if (refs.length > 0) select(model, refs, add);
}

function marksOf(model: Model, refs: LineRefs, here: number): LineMarks {
  const marks = new Map<number, 'selected' | 'linked' | 'here'>();
  for (const [line, owners] of refs) {
    const mark = strongest(model, owners);
    if (mark) marks.set(line, mark);
  }
  if (here > 0 && !marks.has(here)) marks.set(here, 'here');
  return marks;
}

/** Scrolls the pane around the editor to the first marked line, only when no marked line is in view. */
function reveal(view: EditorView, marks: LineMarks): void {
  const pane = view.dom.closest<HTMLElement>('.ce-pb');
  const lines = [...marks.keys()].filter((line) => line <= view.state.doc.lines).sort((a, b) => a - b);
  if (!pane || lines.length === 0) return;
  const frame = pane.getBoundingClientRect();
  const tops = lines.map((line) => view.documentTop + view.lineBlockAt(view.state.doc.line(line).from).top);
  if (tops.some((top) => top >= frame.top && top < frame.bottom - 20)) return;
  pane.scrollTop += tops[0]! - frame.top - frame.height / 3;
}
