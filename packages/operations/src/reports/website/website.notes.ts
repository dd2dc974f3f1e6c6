import type { ChangeFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import type { Note } from '../../notes/note.ts';
import { rateChange } from '../../notes/rate-change.ts';
import { about, type Numbers, pointsDoNotAddUp, viewsOfSteps } from '../../notes/what-counts.ts';
import { whyChanged } from '../../notes/why-changed.ts';

interface Facts extends ChangeFacts {
  data: Numbers;
}

export function websiteNotes(facts: Facts): Note[] {
  const { period, data } = facts;
  return [
    ...brokenCampaigns(facts),
    ...aboutDays(facts),
    ...comparedDays(facts, { isWebsite: true }),
    ...rateChange(facts),
    ...whyChanged(facts),
    ...about(pointsDoNotAddUp(period, data), viewsOfSteps(period)),
  ];
}
