import { readFileSync } from 'node:fs';
import type { OperationName } from './operations.ts';

/**
 * Reads the answers to the operations' examples. `npm run -s generate` writes them from the test data.
 * @example
 * assert.ok('get_website_report' in readExampleAnswers());
 */
export function readExampleAnswers(): Partial<Record<OperationName, unknown>> {
  const file = new URL('../examples.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<OperationName, unknown>>;
}
