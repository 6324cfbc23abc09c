/* The anywidget: shows the document of its model, asks for texts, and keeps the trait `selection` and the view in step. */

import { effect } from '@preact/signals';
import { createState } from '../state';
import { mount } from '../viewer';
import { Asker } from './asker';
import { keepKeys } from './keys';
import { recall, remember } from './memory';

/** The part of anywidget's model that is used here. */
interface Model {
  get(name: 'document'): string;
  get(name: 'selection'): readonly string[];
  set(name: 'selection', value: readonly string[]): void;
  save_changes(): void;
  send(message: unknown): void;
  on(event: string, heard: (message: unknown) => void): void;
  off(event: string, heard: (message: unknown) => void): void;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const asker = new Asker((question) => model.send(question));
  const saved = { ...recall(), selection: model.get('selection') };
  const state = createState(saved, 'cell', { fetchText: (key) => asker.text(key) });
  const heard = (message: unknown) => void asker.hear(message);
  const selected = () => (state.selection.value = model.get('selection'));
  model.on('msg:custom', heard);
  model.on('change:selection', selected);
  el.classList.add('ce-in-cell');
  const dispose = mount(el, JSON.parse(model.get('document')), state);
  const release = keepKeys(el);
  const forget = remember(state);
  const stop = effect(() => tell(model, state.selection.value));
  return () => {
    model.off('msg:custom', heard);
    model.off('change:selection', selected);
    stop();
    release();
    forget();
    dispose();
  };
}

function tell(model: Model, refs: readonly string[]): void {
  if (JSON.stringify(model.get('selection')) === JSON.stringify(refs)) return;
  model.set('selection', [...refs]);
  model.save_changes();
}

export default { render };
