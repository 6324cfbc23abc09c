/* A sentence in which `names between backticks` are code. */

import { visible } from '../../lib/format';

export function Prose({ text }: { readonly text: string }) {
  const parts = visible(text).split(/`([^`\n]+)`/);
  return <>{parts.map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}</>;
}
