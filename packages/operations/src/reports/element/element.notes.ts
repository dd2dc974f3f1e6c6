import type { ReportFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import type { Note } from '../../notes/note.ts';
import { nullValues } from '../../notes/null-values.ts';
import { about, answersOfPeople, type Numbers, pointsDoNotAddUp } from '../../notes/what-counts.ts';

interface Facts extends ReportFacts {
  data: Numbers & {
    metrics: { conversions: number };
    fields: readonly { field: string; value: string | null; count: number }[];
    products: readonly { value: string | null }[];
  };
}

export function elementNotes(facts: Facts): Note[] {
  const { period, data } = facts;
  return [
    ...brokenCampaigns(facts),
    // Fields and products are never frozen.
    ...aboutDays(facts, { isLive: true }),
    ...comparedDays(facts, { parts: 'elements' }),
    ...about(pointsDoNotAddUp(period, data), answersOfPeople(data.fields, data.metrics)),
    ...nullValues(data),
  ];
}
