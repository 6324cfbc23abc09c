/* Reading a report from a file, compressed or not. */

import { PathExt } from '@jupyterlab/coreutils';
import type { Contents } from '@jupyterlab/services';
import { isMap } from './protocol';

/** A report larger than this (characters of its JSON) is not opened in a browser. */
export const MOST = 512 * 1024 * 1024;

/** The decoded JSON of a report in `content`, as a document model holds it: text, or base64 of a `.json.gz`. */
export async function decodeReport(content: string, format: 'text' | 'base64'): Promise<unknown> {
  const text = format === 'text' ? content : await textOf(bytesOf(content));
  if (text.length > MOST) throw new Error('The report is too large to be opened here.');
  return JSON.parse(text);
}

/** The report in the file `name` beside the document at `path`. Rejects when it is not there. */
export async function readBeside(contents: Contents.IManager, path: string, name: string): Promise<unknown> {
  if (name.includes('/') || name.includes('\\')) throw new Error('A side file stands beside its notebook.');
  const beside = PathExt.join(PathExt.dirname(path), name);
  const { content } = await contents.get(beside, { type: 'file', format: 'base64', content: true });
  return decodeReport(String(content), 'base64');
}

/** The document that is packed in a saved one; null when it stands there as it is. */
export function unpack(document: unknown): Promise<unknown> | null {
  const packed = isMap(document) ? document['packed'] : null;
  return typeof packed === 'string' ? decodeReport(packed, 'base64') : null;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64.replace(/\s/g, ''));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

async function textOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return new TextDecoder().decode(bytes);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length > MOST) throw new Error('The report is too large to be opened here.');
  }
  return text + decoder.decode();
}
