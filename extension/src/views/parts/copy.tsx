/* A button that copies a text, and says that it did. */

import { useState } from 'preact/hooks';

export interface CopyProps {
  readonly text: string;
  readonly label?: string;
  readonly link?: boolean;
}

export function CopyButton({ text, label = 'Copy', link }: CopyProps) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    setSaid((await write(text)) ? 'Copied' : 'Not allowed here');
    setTimeout(() => setSaid(null), 1500);
  };
  return (
    <button type="button" class={link ? 'ce-link' : 'ce-btn'} onClick={copy} title={text.slice(0, 300)}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
