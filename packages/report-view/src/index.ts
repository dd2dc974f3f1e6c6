import { readFileSync } from 'node:fs';

export { CURRENCIES_KEY, NAMES_KEY } from './meta-keys.ts';

/**
 * Reads the page that chat applications show beside an answer: one HTML file with script and style inside. The build
 * writes it.
 */
export function readView(): string {
  return readFileSync(new URL('../dist/view.html', import.meta.url), 'utf8');
}
