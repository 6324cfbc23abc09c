/* The source pane: the user's code, a band beside each compiled line, marks with cards, and what each line makes. */

import { useMemo, useState } from 'preact/hooks';
import { plural, visible } from '../../lib/format';
import { useModel } from '../../model';
import { shortFile, type Source } from '../../report';
import { setOptions } from '../../state';
import { Empty } from '../parts/say';
import { Check } from '../parts/segmented';
import { useTexts } from '../parts/use-texts';
import { useReveal } from '../parts/reveal';
import { costsOf, type Cost } from './costs';
import { sourceFiles, type SourceBlock, type SourceLine } from './model';
import { Line } from './line';

export function SourcePane() {
  const model = useModel();
  const { report, compilation, state } = model;
  const [everything, setEverything] = useState(false);
  const loaded = useTexts(report.value.sources.flatMap((source) => (source.text === null ? [] : [source.text])));
  const shown = compilation.value?.key ?? null;
  const files = useMemo(
    () => sourceFiles({ ...report.value, texts: loaded }, shown, everything),
    [report.value, loaded, shown, everything],
  );
  const costs = useMemo(() => costsOf(report.value), [report.value]);
  const body = useReveal();
  const { hints } = state.options.value;
  return (
    <section class="ce-pane ce-source" aria-label="Source">
      <div class="ce-ph">
        <b>Source</b>
        <span class="ce-ph-name">
          {visible(
            names(
              files.map((file) => file.source),
              report.value.program.cwd,
            ),
          )}
        </span>
        <span class="ce-spring" />
        {costs && (
          <span class="ce-key">
            <i class="ce-bar ce-bar-eager" /> eager <i class="ce-bar" /> compiled
          </span>
        )}
        <Check on={hints} label="shapes" onChange={(on) => setOptions(state, { hints: on })} />
      </div>
      <div class="ce-pb" ref={body} tabIndex={files.length === 0 ? 0 : undefined}>
        {files.length === 0 && (
          <Empty title="No line of yours">No compiled line lies in a file that could be read.</Empty>
        )}
        {files.map((file) => (
          <div
            key={file.source.file}
            class="ce-src"
            data-marks={state.options.value.marks}
            data-crowded={file.blocks.some((block) => block.rows.some(isCrowded))}
          >
            {files.length > 1 && <h2 class="ce-file">{visible(name(file.source, report.value.program.cwd))}</h2>}
            {file.blocks.map((block) => (
              <FunctionBlock
                key={block.line}
                block={block}
                hints={hints}
                costs={costs && (costs.get(file.source.file) ?? new Map())}
              />
            ))}
            {(file.hidden > 0 || everything) && (
              <button
                type="button"
                class="ce-fold"
                aria-expanded={everything}
                onClick={() => setEverything(!everything)}
              >
                {everything ? 'Only what was reached' : `${plural(file.hidden, 'line')} not reached by this compile`}
              </button>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

interface BlockProps {
  readonly block: SourceBlock;
  readonly hints: boolean;
  readonly costs: ReadonlyMap<number, Cost> | null;
}

function FunctionBlock({ block, hints, costs }: BlockProps) {
  const [folded, setFolded] = useState(false);
  return (
    <div class="ce-block">
      <h2 class="ce-fn">
        <button type="button" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          <b>{visible(block.title)}</b> line {block.line}
        </button>
      </h2>
      {!folded &&
        block.rows.map((row) => (
          <Line key={row.line} row={row} hints={hints} cost={costs ? (costs.get(row.line) ?? null) : undefined} />
        ))}
    </div>
  );
}

/** Whether a line has two signs, or one and the number of a graph. */
function isCrowded(row: SourceLine): boolean {
  return new Set(row.marks.map((mark) => mark.kind)).size + (row.chip ? 1 : 0) > 1;
}

function name(source: Source, cwd: string | null): string {
  if (source.execution_count !== null) return `In[${source.execution_count}]`;
  return source.cell_id === null ? shortFile(source.file, cwd) : 'this cell';
}

function names(sources: readonly Source[], cwd: string | null): string {
  return sources.map((source) => name(source, cwd)).join(', ');
}
