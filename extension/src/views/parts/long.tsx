/* A value that may be over-long: cut, with a button that shows all of it. */

import { useState } from 'preact/hooks';
import { cut, visible } from '../../lib/format';

export interface LongProps {
  readonly text: string;
  readonly limit?: number;
}

export function Long({ text, limit = 400 }: LongProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? null : cut(text, limit);
  if (!shown) return <>{visible(text)}</>;
  return (
    <>
      {visible(shown.start)}…{' '}
      <button type="button" class="ce-link" onClick={() => setWhole(true)}>
        show all {shown.size}
      </button>
    </>
  );
}
