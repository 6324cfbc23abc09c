/* The three things to do first, each copyable. */

import { Long } from '../parts/long';
import { CopyButton } from '../parts/copy';

export function TodoList({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ol class="ce-todo" aria-label="What to do first">
      {sentences.map((sentence, at) => (
        <li key={at}>
          <span class="ce-todo-no">{at + 1}</span>
          <span class="ce-todo-text">
            <Long text={sentence} limit={240} />
          </span>
          <CopyButton text={sentence} />
        </li>
      ))}
    </ol>
  );
}
