/* A read-only CodeMirror view of a listing: weights, line numbers, marks, notes, and the pointer's line. */

import { EditorState, RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  gutter,
  GutterMarker,
  lineNumbers,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { languageOf, scanLine, type Language, type LineState, type Token } from '../../lib/tokens';

/** By line from 1: `selected`, `linked`, and whether the keyboard stands on it. */
export type LineMarks = ReadonlyMap<number, 'selected' | 'linked' | 'here'>;

export interface Listeners {
  /** The pointer is on a line; null when it left. */
  readonly onPoint: (line: number | null) => void;
  readonly onPress: (line: number, add: boolean) => void;
}

export interface EditorOptions {
  readonly text: string;
  readonly language: string;
  /** The number beside a line of the text. */
  readonly numberOf: (line: number) => number;
  readonly label: string;
  readonly notes: ReadonlyMap<number, string>;
  readonly listeners: Listeners;
  readonly extra?: Extension;
}

const setMarks = StateEffect.define<LineMarks>();

const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    const given = transaction.effects.find((effect) => effect.is(setMarks));
    return given ? decorate(transaction.state, given.value as LineMarks) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state: EditorState, marks: LineMarks): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const line of [...marks.keys()].sort((a, b) => a - b)) {
    if (line < 1 || line > state.doc.lines) continue;
    const { from } = state.doc.line(line);
    builder.add(from, from, Decoration.line({ attributes: { 'data-mark': marks.get(line)! } }));
  }
  return builder.finish();
}

/** Lights up lines. */
export function showMarks(view: EditorView, marks: LineMarks): void {
  view.dispatch({ effects: setMarks.of(marks) });
}

const STYLES = new Map<string, Decoration>();

function styleOf(style: Token['style']): Decoration {
  let made = STYLES.get(style);
  if (!made) STYLES.set(style, (made = Decoration.mark({ class: `ce-t-${style}` })));
  return made;
}

/** Weights for the lines in view; the state of the tokeniser is kept for every line passed once. */
export function weights(name: string): Extension {
  const language = languageOf(name);
  class Weights implements PluginValue {
    private states: LineState[] = [''];
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = this.draw(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged) this.states = [''];
      if (update.docChanged || update.viewportChanged) this.decorations = this.draw(update.view);
    }
    private draw(view: EditorView): DecorationSet {
      const builder = new RangeSetBuilder<Decoration>();
      const { doc } = view.state;
      const first = doc.lineAt(view.viewport.from).number;
      const last = doc.lineAt(view.viewport.to).number;
      for (let number = this.states.length; number < first; number += 1)
        this.pass(language, doc.line(number).text, number);
      for (let number = first; number <= last; number += 1) {
        const line = doc.line(number);
        for (const token of this.pass(language, line.text, number)) {
          if (token.to > token.from) builder.add(line.from + token.from, line.from + token.to, styleOf(token.style));
        }
      }
      return builder.finish();
    }
    private pass(language: Language, text: string, number: number): readonly Token[] {
      const scanned = scanLine(language, text, this.states[number - 1] ?? '');
      this.states[number] = scanned.state;
      return scanned.tokens;
    }
  }
  return ViewPlugin.fromClass(Weights, { decorations: (plugin) => plugin.decorations });
}

/** What a screen reader and the keyboard need of every listing. */
export function readOnly(label: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({
      tabindex: '0',
      role: 'textbox',
      'aria-readonly': 'true',
      'aria-multiline': 'true',
      'aria-label': label,
    }),
  ];
}

class Note extends GutterMarker {
  constructor(private readonly text: string) {
    super();
  }
  override eq(other: Note): boolean {
    return other.text === this.text;
  }
  override toDOM(): Node {
    return document.createTextNode(this.text);
  }
}

/** What a line makes, at its right. */
function noteMarks(notes: ReadonlyMap<number, string>): Extension {
  if (notes.size === 0) return [];
  return gutter({
    class: 'ce-notes',
    side: 'after',
    lineMarker: (view, block) => {
      const text = notes.get(view.state.doc.lineAt(block.from).number);
      return text === undefined ? null : new Note(text);
    },
  });
}

function pointer({ onPoint, onPress }: Listeners): Extension {
  const lineAt = (view: EditorView, event: MouseEvent): number | null => {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    return view.state.doc.lineAt(at).number;
  };
  return EditorView.domEventHandlers({
    mousemove: (event, view) => onPoint(lineAt(view, event)),
    mouseleave: () => onPoint(null),
    click: (event, view) => {
      const line = lineAt(view, event);
      if (line !== null && !window.getSelection()?.toString()) onPress(line, event.shiftKey);
    },
    blur: () => onPoint(null),
  });
}

/** Makes the view inside `parent`. */
export function makeEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  const { text, language, numberOf, label, notes, listeners, extra } = options;
  return new EditorView({
    parent,
    root: parent.getRootNode() as Document | ShadowRoot,
    state: EditorState.create({
      doc: text,
      extensions: [
        readOnly(label),
        lineNumbers({ formatNumber: (number) => String(numberOf(number)) }),
        weights(language),
        markField,
        noteMarks(notes),
        pointer(listeners),
        extra ?? [],
      ],
    }),
  });
}
