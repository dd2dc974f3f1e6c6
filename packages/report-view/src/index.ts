import { readFileSync } from 'node:fs';

export { type ReportPlace, REPORTS } from './generated/reports.ts';
export { EXTRAS_KEY } from './view/answers/extras.ts';

/**
 * Reads what the build writes: the page that chat applications show beside an answer, one HTML file with script and style
 * inside; script and style of the dashboard's pages; the script of the frame inside of other websites; and the one that
 * they load, which defines `<funnel-report>`.
 */
export function readBuilt(name: 'view.html' | 'page.js' | 'page.css' | 'frame.js' | 'embed.js'): string {
  return readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8');
}
