/* The three things to do first, each copyable; where there is little room, one and a button for the others. */

import { useState } from 'preact/hooks';
import { Long } from '../parts/long';
import { CopyButton } from '../parts/copy';

export function TodoList({ sentences }: { readonly sentences: readonly string[] }) {
  const [all, setAll] = useState(false);
  return (
    <ol class="ce-todo" aria-label="What to do first" data-all={all}>
      {sentences.map((sentence, at) => (
        <li key={at}>
          <span class="ce-todo-no">{at + 1}</span>
          <span class="ce-todo-text">
            <Long text={sentence} limit={240} prose />
          </span>
          <CopyButton text={sentence} />
          {at === 0 && sentences.length > 1 && (
            <button type="button" class="ce-link ce-todo-more" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'less' : `${sentences.length - 1} more`}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
