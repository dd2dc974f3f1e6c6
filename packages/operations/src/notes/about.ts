import type { Answered, Note } from './note.ts';
import { answersOfPeople, pointsDoNotAddUp, viewsOfSteps } from './what-counts.ts';

/** How to read the numbers, where they can be read wrongly. */
export function about(answered: Answered): Note[] {
  const sentences = [pointsDoNotAddUp, viewsOfSteps, answersOfPeople].flatMap((write) => write(answered));
  return sentences.length > 0 ? [{ code: 'about', text: sentences.join(' ') }] : [];
}
