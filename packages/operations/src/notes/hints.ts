import type { WebsiteFacts } from '@funnel/db';
import type { Operation } from '../operation.ts';
import { type Asked, unknownNames, unusedParameters } from './ignored-parameters.ts';
import type { NoteCode } from './note.ts';

/** What must be known about an answer even without notes: a code of the notes, and the parameter it is about. */
export interface Hint {
  code: NoteCode;
  /** As the caller sent it: any text. */
  name?: string;
  /** How many more names have this code. */
  more?: number;
}

const MAX_NAMED = 10;

/** The hints of an answer. They need no report, so an answer that is not computed again has them, too. */
export function hintsOf(operation: Operation, asked: Asked, websites: readonly WebsiteFacts[]): Hint[] {
  const unknown = unknownNames(asked);
  const more = unknown.length - MAX_NAMED;
  const unused = unusedParameters(asked).flatMap(({ names }) => names);
  return [
    ...unknown.slice(0, MAX_NAMED).map((name) => ({ code: 'unknown_parameter' as const, name })),
    ...(more > 0 ? [{ code: 'unknown_parameter' as const, more }] : []),
    ...unused.map((name) => ({ code: 'unused_parameter' as const, name })),
    ...(addsCurrencies(operation, websites) ? [{ code: 'mixed_currencies' as const }] : []),
  ];
}

/** Only a report about several websites adds up their amounts. */
function addsCurrencies({ websiteRule }: Operation, websites: readonly WebsiteFacts[]): boolean {
  return websiteRule === 'some' && new Set(websites.map(({ currency }) => currency)).size > 1;
}
