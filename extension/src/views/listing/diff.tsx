/* Two texts as one, with what was added and removed; runs of equal lines are folded. */

import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { Empty, Loading } from '../parts/say';
import { useText } from '../parts/use-texts';
import { readOnly, weights } from './editor';

export interface DiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: string;
}

/** Both texts by their keys in the document. */
export function Diff({ label, before, after, language }: DiffProps) {
  const [old, now] = [useText(before), useText(after)];
  if (old.state === 'loading' || now.state === 'loading') return <Loading what={label} />;
  if (old.state === 'missing') return <Empty title={`${label} could not be read`}>{old.why}</Empty>;
  if (now.state === 'missing') return <Empty title={`${label} could not be read`}>{now.why}</Empty>;
  return <Merge label={label} before={old.text} after={now.text} language={language} />;
}

function Merge({ label, before, after, language }: DiffProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current!;
    const view = new EditorView({
      parent,
      root: parent.getRootNode() as Document | ShadowRoot,
      state: EditorState.create({
        doc: after,
        extensions: [
          readOnly(label),
          EditorState.phrases.of({ '$ unchanged lines': '… $ unchanged lines' }),
          lineNumbers(),
          weights(language),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: true,
            highlightChanges: true,
            syntaxHighlightDeletions: false,
            collapseUnchanged: { margin: 2, minSize: 4 },
            diffConfig: { scanLimit: 2000, timeout: 500 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label, language]);
  return <div ref={place} class="ce-listing ce-diff" />;
}
