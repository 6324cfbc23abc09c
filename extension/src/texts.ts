/* The texts of a document: those it holds, and those that the host fetches when they are first asked for. */

import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Report } from './report';

/** A text: there, on its way, or missing and why. */
export type TextState =
  | { readonly state: 'ready'; readonly text: string }
  | { readonly state: 'loading' }
  | { readonly state: 'missing'; readonly why: string };

/** Texts by key. Ask while rendering: the answer follows the fetch. */
export class TextStore {
  private readonly fetched = new Map<string, Signal<TextState>>();

  constructor(
    private readonly report: ReadonlySignal<Report>,
    private readonly fetchText: ((key: string) => Promise<string>) | undefined,
  ) {}

  get(key: string): TextState {
    const texts = this.report.value.texts;
    if (Object.hasOwn(texts, key)) return { state: 'ready', text: texts[key]! };
    return (this.fetched.get(key) ?? this.start(key)).value;
  }

  private start(key: string): Signal<TextState> {
    const state = signal<TextState>(
      this.fetchText ? { state: 'loading' } : { state: 'missing', why: `Text ${key} is missing from the report.` },
    );
    this.fetched.set(key, state);
    this.fetchText?.(key).then(
      (text) => (state.value = { state: 'ready', text }),
      (error: unknown) =>
        (state.value = { state: 'missing', why: error instanceof Error ? error.message : String(error) }),
    );
    return state;
  }
}
