import type { Note } from '../answers/answer.ts';
import { el } from '../browser/html.ts';

/** What must be known about this answer, beside its numbers. */
export function notesList(notes: readonly Note[]): HTMLElement | undefined {
  if (notes.length === 0) return undefined;
  return el(
    'aside',
    { 'aria-labelledby': 'notes' },
    el('h2', { id: 'notes' }, 'Notes'),
    el('ul', {}, ...notes.map(({ code, text }) => el('li', { 'data-code': code }, text))),
  );
}
