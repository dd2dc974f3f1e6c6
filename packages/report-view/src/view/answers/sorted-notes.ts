import type { Answer, Note } from './answer.ts';

/** The notes of an answer, by where they are shown. Those that the picture shows in another way are left out. */
export function sortedNotes(answer: Answer): { alarms: Note[]; beside: Note[] } {
  return {
    alarms: answer.notes.filter(isAlarm),
    beside: answer.notes.filter((note) => !isAlarm(note) && !isShown(note, answer)),
  };
}

/** What must be acted on stands above the picture, not beside it. */
function isAlarm({ code }: Note): boolean {
  return code === 'broken';
}

function isShown({ code }: Note, { body, extras }: Answer): boolean {
  // What is compared stands with its days below the numbers.
  if (code === 'comparison') return extras.comparison !== undefined;
  // Of the body that is true; the picture has a total of each currency.
  return code === 'mixed_currencies' && body?.report === 'account_performance';
}
