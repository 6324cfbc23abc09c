/* The signs: each goes with a word, none stands for decoration. */

const PATHS = {
  mark: 'M2 4h6M2 8h3.5M2 12h6M10.5 4H14M8 8h6M10.5 12H14',
  break: 'M4.4 9.4 6.8 6.9 9.2 9.2 11.6 6.7',
  breakSeen: 'M8 2.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 1 1 0-11.6M4.6 9.2 6.9 7 9.1 9 11.4 6.8',
  recompile: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  pin: 'M8 14V9M5 2h6l-1 4 2 3H4l2-3z',
  check: 'M3 8.5 6.5 12 13 4.5',
  none: 'M4 8h8',
  cross: 'm4 4 8 8M12 4l-8 8',
  warn: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.6v.1',
  info: 'M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12M8 7.2v3.6M8 5v.1',
  slower: 'M8 3v10M4 9l4 4 4-4',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4m3.2 7.4 3.4 3.4',
  down: 'm5 6.5 3 3 3-3',
  open: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5 9 7M2.5 13.5 7 9',
  eager: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A sign, hidden from screen readers: the word beside it is what they read. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`ce-ic ce-ic-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {name === 'break' && <circle cx="8" cy="8" r="6.6" fill="currentColor" stroke="none" />}
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The sign of a kind of finding. */
export function findingIcon(kind: string, severity: string): IconName {
  if (kind === 'break') return 'break';
  if (kind === 'recompile') return 'recompile';
  if (kind === 'limit') return 'eager';
  if (kind === 'error') return 'cross';
  if (kind === 'specialized') return 'pin';
  return severity === 'note' ? 'info' : 'warn';
}

/** The hue class of a finding: trouble is warm, a note has none. */
export function findingTone(kind: string, severity: string): string {
  if (kind === 'break' || severity === 'error') return 'ce-c-break';
  return severity === 'warning' ? 'ce-c-warn' : 'ce-c-note';
}
