import type { ListedBreak } from '@funnel/metrics';
import type { ReportFacts } from '../../findings/report-facts.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import { coveredDays } from '../../notes/covered-days.ts';
import type { Note } from '../../notes/note.ts';
import { changedOrders, mixedCurrencies } from '../../notes/several-websites.ts';
import { unfinishedWindow } from '../../notes/unfinished-window.ts';

interface Facts extends ReportFacts {
  breaks: readonly ListedBreak[] | undefined;
}

/** What the report of several websites says. */
export function accountPerformanceNotes(facts: Facts): Note[] {
  const { websites, comparison, breaks } = facts;
  return [
    ...brokenCampaigns(facts),
    ...unfinishedWindow(facts),
    ...comparedDays(facts, { parts: 'websites', breaks }),
    ...mixedCurrencies(websites),
    ...changedOrders(comparison),
    ...coveredDays(facts),
  ];
}
