import type { Answered, Note } from './note.ts';
import { countError } from './count-error.ts';
import { relativeChanges } from './relative-changes.ts';

/** How to read the numbers, where they can be read wrongly. */
export function about(answered: Answered): Note[] {
  const sentences = [...relativeChanges(answered), ...countError(answered)];
  return sentences.length > 0 ? [{ code: 'about', text: sentences.join(' ') }] : [];
}
