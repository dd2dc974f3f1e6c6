import { flag } from './kinds.ts';

/** Asks for extras. Tools send them to clients that show pictures, so only the REST API has this parameter. */
export const extrasParameter = flag('extras', {
  code: 'invalid_extras',
  description:
    'Adds `extras`: what a picture of this answer needs beyond its numbers, such as names, days on which something happened, verdicts and short lines.',
});

/** Asks for notes. Tools always have them, so only the REST API has this parameter. */
export const notesParameter = flag('notes', {
  code: 'invalid_notes',
  description:
    'Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed.',
});
