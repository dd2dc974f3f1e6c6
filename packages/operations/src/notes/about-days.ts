import type { ReportFacts } from '../findings/report-facts.ts';
import { coveredDays } from './covered-days.ts';
import type { Note } from './note.ts';
import { partialBuckets } from './partial-buckets.ts';
import { unfinishedWindow } from './unfinished-window.ts';

/** Which days an answer is about, and which of them are not over. */
export function aboutDays(facts: ReportFacts, { isDone = false, isLive = false } = {}): Note[] {
  return [
    ...unfinishedWindow(facts, { isDone }),
    ...partialBuckets(facts),
    ...coveredDays(facts, { isLive: isLive || facts.period.series !== undefined }),
  ];
}
