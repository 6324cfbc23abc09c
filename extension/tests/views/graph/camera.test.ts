import { describe, expect, it } from 'vitest';
import type { Layout } from '../../../src/lib/layout';
import { fitCamera, homeCamera, pan, show, zoom } from '../../../src/views/graph/camera';

const drawn = (width: number, height: number) => ({ width, height }) as Layout;
const view = { width: 400, height: 300, unit: 1 };

describe('the camera', () => {
  it('starts at the top, a narrow drawing in the middle', () => {
    expect(homeCamera(drawn(200, 5000), view)).toEqual({ x: -100, y: 0, scale: 1 });
  });

  it('makes a wide drawing smaller only as far as it stays readable', () => {
    expect(homeCamera(drawn(500, 5000), view).scale).toBeCloseTo(0.8);
    expect(homeCamera(drawn(5000, 5000), view).scale).toBeGreaterThan(0.7);
  });

  it('starts larger for a projector', () => {
    expect(homeCamera(drawn(200, 5000), { ...view, unit: 1.3 }).scale).toBeCloseTo(1.3);
  });

  it('shows all of it on request', () => {
    const all = fitCamera(drawn(800, 3000), view);
    expect(800 * all.scale).toBeLessThanOrEqual(400);
    expect(3000 * all.scale).toBeLessThanOrEqual(300);
  });

  it('never leaves the drawing', () => {
    const large = drawn(1000, 1000);
    expect(pan({ x: 0, y: 0, scale: 1 }, -50, -50, large, view)).toEqual({ x: 0, y: 0, scale: 1 });
    expect(pan({ x: 0, y: 0, scale: 1 }, 9999, 9999, large, view)).toEqual({ x: 600, y: 700, scale: 1 });
  });

  it('zooms around the pointer', () => {
    const before = { x: 300, y: 300, scale: 1 };
    const after = zoom(before, 2, 100, 50, drawn(2000, 2000), view);
    expect([after.x + 100 / after.scale, after.y + 50 / after.scale]).toEqual([400, 350]);
  });

  it('moves to a box only when it is out of view', () => {
    const large = drawn(1000, 1000);
    const at = { x: 0, y: 0, scale: 1 };
    expect(show(at, { x: 100, y: 100, w: 100, h: 20 }, large, view)).toEqual(at);
    const moved = show(at, { x: 700, y: 600, w: 100, h: 20 }, large, view);
    expect(moved.x).toBeGreaterThan(400);
    expect(moved.y).toBeLessThanOrEqual(600);
    expect(moved.y + view.height).toBeGreaterThanOrEqual(620);
  });
});
