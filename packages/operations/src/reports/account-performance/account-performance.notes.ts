import type { ReportFacts } from '../../findings/report-facts.ts';
import { aboutDays } from '../../notes/about-days.ts';
import { brokenCampaigns } from '../../notes/broken.ts';
import { comparedDays } from '../../notes/compared-days.ts';
import type { Note } from '../../notes/note.ts';
import { changedOrders, mixedCurrencies } from '../../notes/several-websites.ts';

export function accountPerformanceNotes(facts: ReportFacts): Note[] {
  const { websites, comparison } = facts;
  return [
    ...brokenCampaigns(facts),
    ...aboutDays(facts),
    ...comparedDays(facts, { parts: 'websites' }),
    ...mixedCurrencies(websites),
    ...changedOrders(comparison),
  ];
}
