import { readFileSync } from 'node:fs';

export { type ReportPlace, REPORTS } from './generated/reports.ts';
export { EXTRAS_KEY } from './meta-keys.ts';

/**
 * Reads the page that chat applications show beside an answer: one HTML file with script and style inside. The build
 * writes it.
 */
export function readView(): string {
  return readFileSync(new URL('../dist/view.html', import.meta.url), 'utf8');
}

/** Reads the script of the dashboard's pages. The build writes it. */
export function readPageScript(): string {
  return readFileSync(new URL('../dist/page.js', import.meta.url), 'utf8');
}

/** Reads the style of the dashboard's pages. The build writes it. */
export function readPageStyle(): string {
  return readFileSync(new URL('../dist/page.css', import.meta.url), 'utf8');
}

/** Reads the script of the frame inside of other websites. The build writes it. */
export function readFrameScript(): string {
  return readFileSync(new URL('../dist/frame.js', import.meta.url), 'utf8');
}

/** Reads the script that other websites load: it defines `<funnel-report>`. The build writes it. */
export function readEmbedScript(): string {
  return readFileSync(new URL('../dist/embed.js', import.meta.url), 'utf8');
}
