/* The reader's options, behind one button. */

import { useState } from 'preact/hooks';
import { useModel } from '../../model';
import { setOptions, type Options, type Theme } from '../../state';
import { Icon } from '../parts/icon';
import { Check, Segmented } from '../parts/segmented';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['auto', 'As around'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const BOXES: readonly (readonly [Exclude<keyof Options, 'theme'>, string])[] = [
  ['hints', 'Shapes beside the source'],
  ['marks', 'Bands and marks'],
  ['tidy', 'Tidy listings'],
  ['changesOnly', 'Only steps that changed something'],
  ['together', 'Scroll A and B together'],
  ['large', 'Large type'],
];

export function Menu() {
  const { state } = useModel();
  const [open, setOpen] = useState(false);
  const options = state.options.value;
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    event.stopPropagation();
  };
  return (
    <span class="ce-menu" onKeyDown={close}>
      <button type="button" class="ce-ibtn" aria-expanded={open} title="Options" onClick={() => setOpen(!open)}>
        <Icon name="more" />
        <span class="ce-sr">Options</span>
      </button>
      {open && (
        <div class="ce-card ce-menu-card">
          {BOXES.map(([name, label]) => (
            <Check key={name} on={options[name]} label={label} onChange={(on) => setOptions(state, { [name]: on })} />
          ))}
          <Segmented
            label="Theme"
            value={options.theme}
            options={THEMES}
            onChange={(theme) => setOptions(state, { theme })}
          />
          <button type="button" class="ce-link" onClick={() => (state.overlay.value = 'keys')}>
            Keys
          </button>
        </div>
      )}
    </span>
  );
}
