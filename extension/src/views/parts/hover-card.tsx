/* A sign with a card: the card shows while the pointer or the focus is on the sign or in the card. */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

export interface HoverCardProps {
  /** What a screen reader says for the sign. */
  readonly label: string;
  readonly sign: ComponentChildren;
  readonly card: () => ComponentChildren;
  readonly class?: string;
  readonly onPress?: () => void;
}

const LEAVE_MS = 120;

export function HoverCard({ label, sign, card, onPress, ...rest }: HoverCardProps) {
  const [open, setOpen] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const id = useId();
  const show = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const hide = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), LEAVE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (open && sheet.current && button.current) place(sheet.current, button.current);
  }, [open]);
  return (
    <span
      {...rest}
      onMouseEnter={show}
      onMouseLeave={hide}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        event.stopPropagation();
      }}
    >
      <button
        ref={button}
        type="button"
        class="ce-sign"
        aria-label={label}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onClick={onPress ?? show}
      >
        {sign}
      </button>
      {open && (
        <div
          ref={sheet}
          id={id}
          class="ce-card ce-hover-card"
          role="tooltip"
          popover="manual"
          onFocusCapture={show}
          onBlurCapture={hide}
        >
          {card()}
        </div>
      )}
    </span>
  );
}

/** Puts the card below the sign, or above it where there is no room; in the top layer, so that no pane cuts it off. */
function place(sheet: HTMLElement, sign: HTMLElement): void {
  sheet.showPopover?.();
  const at = sign.getBoundingClientRect();
  const { width, height } = sheet.getBoundingClientRect();
  const below = at.bottom + 6 + height <= window.innerHeight;
  const top = below ? at.bottom + 6 : Math.max(4, at.top - 6 - height);
  sheet.style.left = `${Math.max(4, Math.min(at.left - 8, window.innerWidth - width - 8))}px`;
  sheet.style.top = `${top}px`;
}
