import { readRollups, readFrozenMetrics, type Connection, type WebsiteFacts } from '@funnel/db';
import { type Counts, coverWindow, ZERO_COUNTS } from '@funnel/domain';
import type { Compared } from '../output/metrics.ts';
import type { AccountPeriod } from './account-period.ts';

const CURRENT = 0;
const PREVIOUS = 1;

/**
 * The distinct numbers of several websites in one statement. In the insights week a website's frozen ones take
 * their place; one without a snapshot of that week counts from its metrics.
 */
export async function readWebsiteNumbers(
  snapshot: Connection,
  websites: readonly WebsiteFacts[],
  { timeframe, window, previous }: AccountPeriod,
): Promise<(websiteId: number) => Compared> {
  const websiteIds = websites.map(({ id }) => id);
  const periods = [{ slot: CURRENT, window }, ...(previous ? [{ slot: PREVIOUS, window: previous }] : [])];
  const reads = periods.map(({ slot, window: days }) => ({
    slot,
    level: 'website' as const,
    subject: 'all' as const,
    cover: coverWindow(days),
  }));
  const rows = await readRollups(snapshot, {
    websiteIds,
    reads,
    countType: 'distinct',
    metrics: ['views', 'conversions', 'subscribes', 'orders', 'revenue'],
  });
  const found = new Map(rows.map(({ websiteId, slot, counts }) => [`${websiteId} ${slot}`, counts]));
  if (timeframe === 'insights_week') {
    const frozen = await readFrozenMetrics(snapshot, {
      websiteIds,
      week: window.start,
      reads: [{ level: 'website', subject: 'all' }],
    });
    // Without a frozen row there was nothing when the snapshot was written.
    for (const { id, insightsWeek } of websites)
      if (insightsWeek === window.start) found.delete(`${id} ${CURRENT}`);
    for (const { websiteId, counts } of frozen) found.set(`${websiteId} ${CURRENT}`, counts);
  }
  const countsOf = (websiteId: number, slot: number): Counts =>
    found.get(`${websiteId} ${slot}`) ?? ZERO_COUNTS;
  return (websiteId) => ({
    current: countsOf(websiteId, CURRENT),
    previous: previous && countsOf(websiteId, PREVIOUS),
  });
}
