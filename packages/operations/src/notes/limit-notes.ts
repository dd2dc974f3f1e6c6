import { type Note, NOTE_CODES } from './note.ts';
import { tokenBound } from './token-count.ts';

/** A model reads the notes with every answer. */
const MAX_TOKENS = 300;
/** Nobody remembers more. */
const MAX_NOTES = 5;
/** The JSON around a note. */
const TOKENS_AROUND = 7;

/** The most important notes first; what does not fit is left out. */
export function limitNotes(notes: readonly Note[]): Note[] {
  const byImportance = notes.toSorted(
    (one, other) => NOTE_CODES.indexOf(one.code) - NOTE_CODES.indexOf(other.code),
  );
  let left = MAX_TOKENS;
  const fitting = byImportance.filter(({ code, text }) => {
    const tokens = TOKENS_AROUND + tokenBound(code) + tokenBound(text);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return fitting.slice(0, MAX_NOTES);
}
