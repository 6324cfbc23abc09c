/* A source file of the user, whole, as a stage of its own. */

import { useState } from 'preact/hooks';
import { visible } from '../../lib/format';
import { useModel } from '../../model';
import { lineRef, shortFile, type Source } from '../../report';
import { Listing } from '../listing';
import type { LineRefs } from '../listing/marks';
import { Empty } from '../parts/say';

export function SourceText() {
  const { report, compilation } = useModel();
  const readable = report.value.sources.filter((source) => source.text !== null && !source.library);
  const [file, setFile] = useState<string | null>(null);
  const own = compilation.value?.place?.file;
  const shown = readable.find((one) => one.file === (file ?? own)) ?? readable[0];
  if (!shown) return <Empty title="No source">No file of yours could be read.</Empty>;
  return (
    <>
      {readable.length > 1 && (
        <div class="ce-tbar">
          <select
            class="ce-item"
            aria-label="File"
            value={shown.file}
            onChange={(event) => setFile(event.currentTarget.value)}
          >
            {readable.map((source) => (
              <option key={source.file} value={source.file}>
                {visible(nameOf(source, report.value.program.cwd))}
              </option>
            ))}
          </select>
        </div>
      )}
      <Listing
        key={shown.file}
        label={nameOf(shown, report.value.program.cwd)}
        textKey={shown.text!}
        language="python"
        refsOf={(lines) => eachLine(shown.file, lines)}
      />
    </>
  );
}

function nameOf(source: Source, cwd: string | null): string {
  return source.execution_count === null ? shortFile(source.file, cwd) : `In[${source.execution_count}]`;
}

function eachLine(file: string, lines: number): LineRefs {
  return new Map(Array.from({ length: lines }, (_, at) => [at + 1, [lineRef(file, at + 1)]]));
}
