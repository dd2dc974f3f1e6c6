import { type Asked, ignoredText, unknownNames, unusedParameters } from './ignored-parameters.ts';
import type { Note } from './note.ts';

const MAX_NAMED = 3;

/** The parameters that had no effect on the answer. */
export function parameterNotes(asked: Asked): Note[] {
  const unknown = unknownNames(asked);
  const notes = unknown.slice(0, MAX_NAMED).map((name) => ignoredText(name, asked.known));
  const more = unknown.length - notes.length;
  if (more > 0) notes.push(`${more} more unknown parameters were ignored.`);
  return [
    ...notes.map((text) => ({ code: 'unknown_parameter' as const, text })),
    ...unusedParameters(asked).map(({ text }) => ({ code: 'unused_parameter' as const, text })),
  ];
}
