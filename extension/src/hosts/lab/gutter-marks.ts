/* What stands in the gutter beside a line and at its right edge: elements, and the editor's wrappers around them. */

import { GutterMarker, WidgetType } from '@codemirror/view';
import type { CardActions } from './card';
import type { LineMark } from './marks';
import { signOf } from './words';

/** What stands beside one line: a sign or a graph's chip, and the band. */
export class Mark extends GutterMarker {
  constructor(
    readonly mark: LineMark,
    readonly stale: boolean,
  ) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Mark && other.mark === this.mark && other.stale === this.stale;
  }

  override toDOM(): Node {
    const { mark } = this;
    const element = document.createElement('div');
    element.className = `ce-cell-mark${mark.breaks.length > 0 ? ' ce-half' : ''}`;
    const sign = signOf(mark);
    if (sign) element.append(signElement(sign.kind, sign.words));
    else if (mark.first) element.append(chip(mark.graphs));
    const [graph] = mark.graphs;
    if (graph !== undefined) element.append(band(graph));
    return element;
  }
}

function signElement(kind: string, words: string): HTMLElement {
  const sign = document.createElement('span');
  sign.className = `ce-cell-sign ce-cell-sign-${kind}`;
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', words);
  return sign;
}

function chip(graphs: readonly number[]): HTMLElement {
  const element = document.createElement('span');
  element.className = `ce-cell-chip ce-hue-${hue(graphs[0] ?? 1)}`;
  element.textContent = graphs.length > 1 ? `${graphs[0]}+` : String(graphs[0]);
  element.title = graphs.length > 1 ? `graphs ${graphs.join(', ')}` : `graph ${graphs[0]}`;
  return element;
}

function band(graph: number): HTMLElement {
  const element = document.createElement('span');
  element.className = `ce-cell-band ce-hue-${hue(graph)}`;
  return element;
}

/** Hue and pattern repeat after five; the number does not. */
function hue(graph: number): number {
  return ((graph - 1) % 5) + 1;
}

export class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'ce-cell-hint';
    element.textContent = this.text;
    return element;
  }
}

export class Stale extends WidgetType {
  constructor(readonly actions: CardActions) {
    super();
  }

  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'ce-cell-hint';
    const badge = document.createElement('span');
    badge.className = 'ce-stale-badge';
    badge.textContent = 'stale';
    badge.title = 'The cell was edited after it was explained.';
    const again = document.createElement('button');
    again.type = 'button';
    again.textContent = 'explain again';
    again.addEventListener('mousedown', (event) => event.preventDefault());
    again.addEventListener('click', () => this.actions.explainAgain());
    element.append(badge, again);
    return element;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
