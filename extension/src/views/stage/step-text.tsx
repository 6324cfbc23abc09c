/* The text of a step that has only one, or that changed nothing. */

import { Listing } from '../listing';

const NONE = () => new Map<number, readonly string[]>();

export function OneStepText({ label, textKey }: { readonly label: string; readonly textKey: string }) {
  return <Listing key={textKey} label={label} textKey={textKey} language="python" refsOf={NONE} />;
}
