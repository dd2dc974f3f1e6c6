import type { ListedBreak } from '@funnel/metrics';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { coveredDays } from '../../notes/covered-days.ts';
import type { Note } from '../../notes/note.ts';
import { nullValues } from '../../notes/null-values.ts';
import { partialBuckets } from '../../notes/partial-buckets.ts';
import { unfinishedWindow } from '../../notes/unfinished-window.ts';
import { about, answersOfPeople, type Numbers, pointsDoNotAddUp } from '../../notes/what-counts.ts';

interface Facts extends ReportFacts {
  data: Numbers & {
    metrics: { conversions: number };
    fields: readonly { field: string; value: string | null; count: number }[];
    products: readonly { value: string | null }[];
  };
  breaks: readonly ListedBreak[];
}

/** What the report of an element says. */
export function elementNotes(facts: Facts): Note[] {
  const { period, data, breaks } = facts;
  return [
    ...brokenCampaigns(facts),
    ...unfinishedWindow(facts),
    ...partialBuckets(facts),
    ...comparedDays(facts, { parts: 'elements', breaks }),
    // Fields and products are never frozen.
    ...coveredDays(facts, { isLive: true }),
    ...about(pointsDoNotAddUp(period, data), answersOfPeople(data.fields, data.metrics)),
    ...nullValues(data),
  ];
}
