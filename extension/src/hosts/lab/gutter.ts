/* The gutter of a notebook cell's editor: marks and bands beside the lines, a hint at the right, a card on hover or key. */

import { StateField, type Extension } from '@codemirror/state';
import { EditorView, gutter, hoverTooltip, keymap, showTooltip } from '@codemirror/view';
import { cardAt, cardOpen, closeCard, isHint, nextMark, PAUSE, pointAt, pointAway, toggleCard } from './gutter-cards';
import { gutterOf, moved, openCard, setGutter, show, type GutterContent, type Shown } from './gutter-state';

/** The editor extension of one cell, with what is known of the cell when its editor is made. */
export function gutterExtension(known: GutterContent | null): Extension {
  const field = StateField.define<Shown>({
    create: (state) => show(known, state.doc),
    update(shown, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(setGutter)) shown = show(effect.value, transaction.state.doc);
        if (effect.is(openCard)) shown = { ...shown, card: effect.value };
      }
      if (!transaction.docChanged || !shown.content) return shown;
      const fresh = show(shown.content, transaction.state.doc);
      return fresh.stale ? moved(shown, transaction.state.doc, (at) => transaction.changes.mapPos(at)) : fresh;
    },
    provide: (self) => [
      EditorView.decorations.from(self, (shown) => shown.decorations),
      showTooltip.computeN([self], (state) => cardOpen(state.field(self))),
      EditorView.editorAttributes.from(self, (shown): Record<string, string> => {
        if (!shown.content) return {};
        return { class: shown.stale ? 'ce-marked ce-stale' : 'ce-marked' };
      }),
    ],
  });
  return [
    field,
    gutterOf.of(field),
    gutter({
      class: 'ce-cell-gutter',
      markers: (view) => view.state.field(field).gutter,
      domEventHandlers: {
        click: (view, line) => toggleCard(view, field, line.from),
        mouseover: (view, line) => pointAt(view, field, line.from),
        mouseout: (view) => pointAway(view, field),
      },
    }),
    hoverTooltip((view, at) => cardAt(view.state, field, at), { hoverTime: PAUSE }),
    EditorView.domEventHandlers({
      mouseover: ({ target }, view) => isHint(target) && pointAt(view, field, view.posAtDOM(target)),
      mouseout: ({ target }, view) => isHint(target) && pointAway(view, field),
    }),
    keymap.of([
      { key: 'Alt-F8', run: (view) => nextMark(view, field, 1) },
      { key: 'Shift-Alt-F8', run: (view) => nextMark(view, field, -1) },
      { key: 'Escape', run: (view) => closeCard(view, field) },
    ]),
  ];
}
