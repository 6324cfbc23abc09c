/* From the nodes of a graph to the plan of its drawing. */

export * from './group';
export * from './item';
export { hasModules, layersOf, lineRows, moduleRows, type Layer, type ModuleRow } from './modules';
export { outlineOf, type Outline } from './outline';
export { PLAN, planOf, type Box, type Frame, type Plan, type Section } from './plan';
export {
  alwaysOpen,
  drawnChildren,
  everything,
  FIRST_VIEW,
  firstView,
  isShown,
  nearby,
  revealItem,
  toggle,
  toggleCopies,
  type Shown,
} from './show';
export { noteOf } from './titles';
