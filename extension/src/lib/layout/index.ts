/* Drawing a graph: the outline of its groups, the plan of what is shown, and the layout of that. */

export { layout, layoutSteps } from './layout';
export * from './types';
