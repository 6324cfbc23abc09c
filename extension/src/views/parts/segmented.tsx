/* A row of buttons of which one is pressed. */

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  if (options.length < 2) return null;
  return (
    <span class="ce-seg" role="group" aria-label={label}>
      {options.map(([name, text]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
          {text}
        </button>
      ))}
    </span>
  );
}

/** A box that is on or off. */
export function Check(props: {
  readonly on: boolean;
  readonly label: string;
  readonly onChange: (on: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="checkbox"
      class="ce-chk"
      aria-checked={props.on}
      onClick={() => props.onChange(!props.on)}
    >
      {props.label}
    </button>
  );
}
