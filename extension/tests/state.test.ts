import { describe, expect, it } from 'vitest';
import { createState, save, type Saved } from '../src/state';

describe('the state', () => {
  it('comes back as it was saved', () => {
    const state = createState();
    state.panes.value = [
      { column: 'aot', mode: 'table', item: null },
      { column: 'code', mode: null, item: 'ref' },
    ];
    state.selection.value = ['a'];
    state.panel.value = 'guards';
    expect(save(createState(JSON.parse(JSON.stringify(save(state))) as Saved))).toEqual(save(state));
  });

  it('leaves out what does not fit', () => {
    const odd = { panes: [{ column: 'gone' }, 3], selection: [1, 'a'], panelHeight: 'tall', compile: 5 };
    const state = createState(odd as unknown as Saved);
    expect(state.panes.value.map((pane) => pane.column)).toEqual(['fx', 'code']);
    expect(state.selection.value).toEqual(['a']);
    expect(state.panelHeight.value).toBe(220);
    expect(state.compile.value).toBeNull();
  });

  it('starts with its panels closed in a cell', () => {
    expect(createState({}, 'cell').panel.value).toBeNull();
    expect(createState({}, 'main').panel.value).toBe('timeline');
  });
});
