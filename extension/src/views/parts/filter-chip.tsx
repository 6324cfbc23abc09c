/* A chip that narrows a table to what it names, with how much there is of it. */

import { visible } from '../../lib/format';

export interface FilterChipProps {
  readonly on: boolean;
  readonly label: string;
  readonly count: number;
  readonly onPress: () => void;
}

export function FilterChip({ on, label, count, onPress }: FilterChipProps) {
  return (
    <button type="button" class="ce-fchip" aria-pressed={on} onClick={onPress}>
      {visible(label)} <i>{count}</i>
    </button>
  );
}
