import { about } from './about.ts';
import { below } from './below.ts';
import { broken } from './broken.ts';
import { comparison } from './comparison.ts';
import { coveredDays } from './covered-days.ts';
import { emptyList } from './empty-list.ts';
import { moreEntries } from './more-entries.ts';
import { type Answered, type Note, NOTE_CODES } from './note.ts';
import { nullValues } from './null-values.ts';
import { partialBuckets } from './partial-buckets.ts';
import { rateChange } from './rate-change.ts';
import { severalWebsites } from './several-websites.ts';
import { splitMismatch } from './split-mismatch.ts';
import { stepFlow } from './step-flow.ts';
import { tokenBound } from './token-count.ts';
import { unfinishedWindow } from './unfinished-window.ts';
import { verdicts } from './verdicts.ts';
import { whyChanged } from './why-changed.ts';

/** Each looks for one thing in an answer and says it. */
const WRITERS: readonly ((answered: Answered) => Note[])[] = [
  broken,
  unfinishedWindow,
  partialBuckets,
  comparison,
  severalWebsites,
  splitMismatch,
  verdicts,
  rateChange,
  whyChanged,
  stepFlow,
  below,
  moreEntries,
  emptyList,
  coveredDays,
  about,
  nullValues,
];

/** Everything there is to say about an answer. */
export function notesOf(answered: Answered): Note[] {
  return WRITERS.flatMap((write) => write(answered));
}

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
