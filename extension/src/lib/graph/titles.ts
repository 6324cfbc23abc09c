/* What groups are called in a drawing. */

import type { Group } from './group';

/** What stands beside the title of an open group. */
export function noteOf(group: Group): string {
  const copies = group.kind === 'repeat' ? group.children.length : 0;
  return copies > 0 ? `${copies} × equal, ${group.size / copies} ops each` : `${group.size} ops`;
}

/** The label and the detail of a closed group. */
export function titleOf(group: Group): { label: string; detail: string } {
  const ops = `${group.size} ${group.size === 1 ? 'op' : 'ops'}`;
  const times = group.kind === 'repeat' ? `${group.children.length} × ` : '';
  const each = group.kind === 'repeat' ? group.size / group.children.length : group.size;
  const label = group.line ? `${group.line.number} ${group.line.text}`.trim() : group.title;
  return { label, detail: times ? `${times}${each} ops` : ops };
}
