import type { WebsiteFacts } from '@funnel/db';
import { type CountType, parseDay, type Period, trustedWebsiteId } from '@funnel/domain';
import type { ReportFacts } from '../../src/findings/report-facts.ts';

const NOW = new Date('2026-11-14T12:00:00Z');

/** The day of a date. */
export const day = (text: string) => parseDay(text) ?? 0;

/** A website of which only the currency is known. */
const websiteIn = (currency: string) => ({ id: trustedWebsiteId(1), currency }) as WebsiteFacts;

/** A period of these days that is compared with nothing and has no series. */
export function periodOf(start: string, end: string, countType: CountType = 'distinct'): Period {
  const window = { start: day(start), end: day(end) };
  return { timeframe: 'custom', window, previous: undefined, series: undefined, countType };
}

/** What a report knows about the first days of November 2026. */
export function factsOf(own: Partial<ReportFacts> = {}): ReportFacts {
  return {
    period: periodOf('2026-11-01', '2026-11-14'),
    websites: [websiteIn('EUR')],
    now: NOW,
    compareWith: undefined,
    comparison: undefined,
    ...own,
  };
}
