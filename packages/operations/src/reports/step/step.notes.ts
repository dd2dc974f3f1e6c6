import type { ReportFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import type { Note } from '../../notes/note.ts';
import { about, type Numbers, pointsDoNotAddUp } from '../../notes/what-counts.ts';

interface Facts extends ReportFacts {
  data: Numbers;
}

export function stepNotes(facts: Facts): Note[] {
  const { period, data } = facts;
  return [
    ...brokenCampaigns(facts),
    ...aboutDays(facts),
    ...comparedDays(facts, { parts: 'elements' }),
    ...about(pointsDoNotAddUp(period, data)),
  ];
}
