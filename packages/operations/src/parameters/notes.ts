import { flag } from './kinds.ts';

/** Asks for notes. Tools always have them, so only the REST API has this parameter. */
export const notesParameter = flag('notes', {
  code: 'invalid_notes',
  description:
    'Adds `notes`: short sentences about this very answer, such as what its numbers mean, what they do not cover and what changed.',
});
