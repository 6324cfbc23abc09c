import { describe, expect, it } from 'vitest';
import { layersOf, lineRows, moduleRows, outlineOf } from '../../../src/lib/graph';
import { item, layers, line } from './items';

const two = outlineOf([
  item(0, [], { module: ['layers', '0', 'n1'], line: line(4), like: 'norm' }),
  item(1, [0], { module: ['layers', '0'], line: line(5), like: 'mm' }),
  item(2, [1], { module: ['layers', '0'], line: line(6), like: 'add' }),
  item(3, [2], { module: ['layers', '0'], line: line(6), like: 'mul' }),
  item(4, [3], { module: ['layers', '1', 'n1'], line: line(4), like: 'norm' }),
  item(5, [4], { module: ['layers', '1'], line: line(5), like: 'mm' }),
  item(6, [5], { module: ['layers', '1'], line: line(6), like: 'add' }),
  item(7, [6], { module: ['layers', '1'], line: line(6), like: 'mul' }),
  item(8, [7], { module: [], line: line(9, 'g'), like: 'softmax' }),
]);

describe('the table of modules', () => {
  it('folds equal copies into one row, and their parts too', () => {
    const rows = moduleRows(two, new Set());
    expect(rows.map((row) => [row.level, row.title, row.copies, row.ops])).toEqual([
      [1, 'line 9', 1, 1],
      [1, 'layers', 1, 8],
      [2, '0 … 1', 2, 4],
      [3, 'lines 5–6', 2, 3],
      [3, 'n1', 2, 1],
    ]);
    expect(rows[4]!.places).toEqual([0, 4]);
  });

  it('closes', () => {
    const rows = moduleRows(two, new Set(['/layers']));
    expect(rows.map((row) => row.title)).toEqual(['line 9', 'layers']);
    expect(rows[1]!.open).toBe(false);
  });

  it('has the same ops by line', () => {
    expect(lineRows(two).map((row) => [row.title, row.ops])).toEqual([
      ['4 code 4', 2],
      ['5 code 5', 2],
      ['6 code 6', 4],
      ['9 code 9', 1],
    ]);
  });
});

describe('the map of layers', () => {
  it('has a row for each copy and a cell for each op, the first one drawn', () => {
    const map = layersOf(outlineOf(layers(3, true)));
    expect(map.map((layer) => layer.drawn)).toEqual([true, false, false]);
    expect(new Set(map.map((layer) => layer.places.length)).size).toBe(1);
  });

  it('is empty where nothing is there twice', () => {
    expect(layersOf(outlineOf([item(0, []), item(1, [0])]))).toEqual([]);
  });
});
