import { readFileSync } from 'node:fs';
import { constant } from '../constant.ts';
import type { PageHandler } from '../handler.ts';
import { fileEndpoints, pageFile } from './page-file.ts';

export const STYLE = pageFile('pages', 'css', `${readAsset('palette.css')}${readAsset('pages.css')}`);
export const SEND_ONCE = pageFile('send-once', 'js', readAsset('send-once.js'));
export const COPY = pageFile('copy', 'js', readAsset('copy.js'));

export const ICON_PATH = '/favicon.svg';
const icon = constant('svg', readAsset('favicon.svg').trim(), {
  'Cache-Control': 'public, max-age=86400',
  'X-Content-Type-Options': 'nosniff',
});

/** What every page loads, as GET endpoints by path. A service with pages mounts them. */
export const PAGE_ASSETS: Readonly<Record<string, PageHandler>> = {
  ...fileEndpoints([STYLE, SEND_ONCE, COPY]),
  [ICON_PATH]: icon,
  // What browsers ask for without a page.
  '/favicon.ico': icon,
};

export function readAsset(name: string): string {
  return readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
}
