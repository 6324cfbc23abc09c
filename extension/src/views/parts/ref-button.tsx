/* A button that stands for entities: pointing at it or focusing it lights them up, pressing it selects them. */

import type { ComponentChildren, HTMLAttributes } from 'preact';
import { openEntity } from '../../actions';
import { hover, select, useMark, useModel } from '../../model';

export interface RefButtonProps {
  readonly refs: readonly string[];
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly title?: string;
  /** Also shows it in its pane. */
  readonly open?: boolean;
}

export function RefButton({ refs, children, open, ...rest }: RefButtonProps) {
  const model = useModel();
  const mark = useMark(model, refs);
  return (
    <button
      type="button"
      {...rest}
      data-mark={mark}
      aria-pressed={mark === 'selected'}
      {...pointing(model, refs)}
      onClick={(event) => {
        select(model, refs, event.shiftKey);
        const entity = open && refs[0] !== undefined ? model.index.value.get(refs[0]) : null;
        if (entity) openEntity(model, entity);
      }}
    >
      {children}
    </button>
  );
}

/** The handlers that light up `refs` while the pointer or the focus is on an element. */
export function pointing(
  model: ReturnType<typeof useModel>,
  refs: readonly string[],
): Pick<HTMLAttributes<HTMLElement>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onBlur'> {
  return {
    onMouseEnter: () => hover(model, refs),
    onMouseLeave: () => hover(model, []),
    onFocus: () => hover(model, refs),
    onBlur: () => hover(model, []),
  };
}
