/* A line of code as text with weights. */

import { visible } from '../../lib/format';
import type { Token } from '../../lib/tokens';

export function Code({ text, tokens }: { readonly text: string; readonly tokens: readonly Token[] }) {
  const parts = [];
  let at = 0;
  for (const token of tokens) {
    if (token.from > at) parts.push(visible(text.slice(at, token.from)));
    parts.push(
      <span key={token.from} class={`ce-t-${token.style}`}>
        {visible(text.slice(token.from, token.to))}
      </span>,
    );
    at = token.to;
  }
  parts.push(visible(text.slice(at)));
  return <>{parts}</>;
}
