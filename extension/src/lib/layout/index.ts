/* The layout of a drawing: where its boxes, edges, frames and hulls stand. */

export { Buckets } from './buckets';
export { hullsOf, type Hull } from './hulls';
export { layout, layoutSteps } from './layout';
export { incidence, type Incidence } from './rank';
export * from './types';
