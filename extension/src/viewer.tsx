/* The whole app: `mount` draws a report into an element and returns what takes it away again. */

import { Signal, signal, type ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import { createModel, followSelection, ModelContext } from './model';
import { createState, type ViewerState } from './state';
import { App } from './views/app';

/** Takes a mounted viewer away. */
export type Dispose = () => void;

/**
 * Draws `report`, the decoded JSON of a document, into `element`. It is checked here: what is not a report is said so in
 * its place. A signal of documents follows a compile that still runs. `state` is what the host keeps to read and write
 * the selection, and to remember the reader's choices; see `createState` and `save`.
 */
export function mount(
  element: HTMLElement,
  report: unknown | ReadonlySignal<unknown>,
  state: ViewerState = createState(),
): Dispose {
  const model = createModel(report instanceof Signal ? report : signal(report), state);
  const stop = followSelection(model);
  element.classList.add('ce-root');
  render(
    <ModelContext.Provider value={model}>
      <App />
    </ModelContext.Provider>,
    element,
  );
  return () => {
    stop();
    render(null, element);
    element.classList.remove('ce-root');
  };
}
