import { createHash } from 'node:crypto';
import { constant } from '../constant.ts';
import type { PageHandler } from '../handler.ts';

/** A file that pages load. Its name changes with its content, so browsers can keep it for ever. */
export interface PageFile {
  path: string;
  serve: PageHandler;
}

const KEPT = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Makes a file of a text: `pageFile('search', 'js', text)`. */
export function pageFile(name: string, type: 'css' | 'js', text: string): PageFile {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { path: `/assets/${name}.${version}.${type}`, serve: constant(type, text, KEPT) };
}

export function fileEndpoints(files: readonly PageFile[]): Readonly<Record<string, PageHandler>> {
  return Object.fromEntries(files.map(({ path, serve }) => [path, serve]));
}
