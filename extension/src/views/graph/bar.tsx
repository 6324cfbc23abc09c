/* The line under a drawing: how much is drawn, what is hidden, and how it is shown. */

import { plural, whole } from '../../lib/format';
import { everything, firstView, groupsOf, toggleCopies, type Outline, type Plan, type Shown } from '../../lib/graph';

export interface BarProps {
  readonly outline: Outline;
  readonly plan: Plan;
  readonly shown: Shown;
  /** Other groups are open than at first. */
  readonly moved: boolean;
  readonly asList: boolean;
  /** Whether the table of modules is shown; null when the graph has none. */
  readonly modules: boolean | null;
  readonly onModules: () => void;
  readonly onShown: (shown: Shown) => void;
  readonly onList: (asList: boolean) => void;
  readonly onZoom: (factor: number) => void;
}

export function Bar(props: BarProps) {
  const { outline, plan, shown, moved, asList, modules, onModules, onShown, onList, onZoom } = props;
  const nodes = outline.items.length;
  const boxes = plan.boxes.length;
  const copies = groupsOf(outline.root).some((group) => group.kind === 'repeat');
  const closed = plan.boxes.some((box) => box.group) || (copies && shown.apart.size === 0);
  return (
    <div class="ce-graph-bar" role="toolbar" aria-label="Drawing">
      <span>
        {plural(boxes, 'box', 'boxes')}
        {boxes !== nodes && <span class="ce-graph-wide">{` for ${whole(nodes)} nodes`}</span>}
      </span>
      <Hidden what="view" count={plan.hidden.views} on={shown.views} set={(views) => onShown({ ...shown, views })} />
      <Hidden
        what="weight"
        count={plan.hidden.weights}
        on={shown.weights}
        set={(weights) => onShown({ ...shown, weights })}
      />
      <span class="ce-graph-tools">
        {copies && (
          <button
            type="button"
            title="Draw each of the equal copies, or one for all (u)"
            aria-pressed={shown.apart.size > 0}
            onClick={() => onShown(toggleCopies(outline, shown))}
          >
            Copies
          </button>
        )}
        {closed && (
          <button
            type="button"
            title="Open all groups"
            onClick={() => onShown(everything(outline, shown.views, shown.weights))}
          >
            All
          </button>
        )}
        {moved && (
          <button
            type="button"
            title="The groups that are open at first"
            onClick={() => onShown({ ...firstView(outline), views: shown.views, weights: shown.weights })}
          >
            Reset
          </button>
        )}
        {modules !== null && (
          <button
            type="button"
            title={modules ? 'The drawing alone' : 'The pane alone, with its modules as a table'}
            aria-pressed={modules}
            onClick={onModules}
          >
            Modules
          </button>
        )}
        <button type="button" aria-pressed={asList} onClick={() => onList(!asList)}>
          List
        </button>
        <button type="button" aria-label="Smaller" title="Smaller (−)" onClick={() => onZoom(0.8)}>
          −
        </button>
        <button type="button" aria-label="Larger" title="Larger (+)" onClick={() => onZoom(1.25)}>
          +
        </button>
        <button type="button" title="All of it (0)" onClick={() => onZoom(0)}>
          Fit
        </button>
      </span>
    </div>
  );
}

interface HiddenProps {
  readonly what: string;
  readonly count: number;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

/** `9 views hidden`, with a button that shows them; once shown, one that hides them. */
function Hidden({ what, count, on, set }: HiddenProps) {
  if (count === 0 && !on) return null;
  return (
    <button
      type="button"
      title={on ? `${what}s are drawn` : `${plural(count, what)} not drawn`}
      aria-pressed={on}
      onClick={() => set(!on)}
    >
      {on ? `hide ${what}s` : plural(count, what)}
      {!on && <span class="ce-graph-wide"> hidden</span>}
    </button>
  );
}
