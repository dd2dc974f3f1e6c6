import type { ReportFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { moreCampaigns, noCampaigns } from '../../notes/lists.ts';
import type { Note } from '../../notes/note.ts';
import { about, viewsOfSteps } from '../../notes/what-counts.ts';
import type { Pagination } from '../../output/pagination.ts';

interface Facts extends ReportFacts {
  input: { status?: string | undefined; cta_type?: string | undefined };
  pagination: Pagination;
}

export function campaignsNotes(facts: Facts): Note[] {
  const { period, input, pagination } = facts;
  return [
    ...brokenCampaigns(facts),
    ...aboutDays(facts, { isDone: input.status === 'archived' }),
    ...comparedDays(facts, { parts: 'campaigns' }),
    ...moreCampaigns(pagination),
    ...noCampaigns(pagination.total_entries, input),
    ...about(viewsOfSteps(period)),
  ];
}
