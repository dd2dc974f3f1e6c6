import type { ListedBreak } from '@funnel/metrics';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { coveredDays } from '../../notes/covered-days.ts';
import { noCampaigns } from '../../notes/empty-list.ts';
import { moreCampaigns } from '../../notes/more-entries.ts';
import type { Note } from '../../notes/note.ts';
import { unfinishedWindow } from '../../notes/unfinished-window.ts';
import { about, viewsOfSteps } from '../../notes/what-counts.ts';
import type { Pagination } from '../../output/pagination.ts';

interface Facts extends ReportFacts {
  input: { status?: string | undefined; cta_type?: string | undefined };
  pagination: Pagination;
  breaks: readonly ListedBreak[] | undefined;
}

/** What the list of campaigns says. */
export function campaignsNotes(facts: Facts): Note[] {
  const { period, input, pagination, breaks } = facts;
  return [
    ...brokenCampaigns(facts),
    ...unfinishedWindow(facts, { isDone: input.status === 'archived' }),
    ...comparedDays(facts, { parts: 'campaigns', breaks }),
    ...moreCampaigns(pagination),
    ...noCampaigns(pagination.total_entries, input),
    ...coveredDays(facts),
    ...about(viewsOfSteps(period)),
  ];
}
