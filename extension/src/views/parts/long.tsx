/* A value that may be over-long: cut, with a button that shows all of it. */

import { useState } from 'preact/hooks';
import { cut, visible } from '../../lib/format';
import { Prose } from './prose';

export interface LongProps {
  readonly text: string;
  readonly limit?: number;
  /** Whether it is a sentence, whose backticks mean code. */
  readonly prose?: boolean;
}

export function Long({ text, limit = 400, prose = false }: LongProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? null : cut(text, limit);
  if (!shown) return prose ? <Prose text={text} /> : <>{visible(text)}</>;
  return (
    <>
      {prose ? <Prose text={shown.start} /> : visible(shown.start)}…{' '}
      <button type="button" class="ce-link" onClick={() => setWhole(true)}>
        show all {shown.size}
      </button>
    </>
  );
}
