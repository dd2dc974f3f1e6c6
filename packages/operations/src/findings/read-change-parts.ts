import { campaignNames, type Connection, type VariantRow, type WebsiteFacts } from '@funnel/db';
import { type Day, type Level, type Period, ZERO_COUNTS } from '@funnel/domain';
import { type PeriodCounts, readCampaignTotals, readFirstDays, readMetrics } from '@funnel/metrics';
import { type ChangeParts, letterOf, quoted } from '@funnel/words';
import { type CountedPart, splitChange } from './change-parts.ts';

interface OfWebsite {
  website: WebsiteFacts;
  period: Period;
}

/** Reads which campaigns a change of a website comes from; undefined without a previous period. */
export async function readCampaignParts(
  connection: Connection,
  { website, period }: OfWebsite,
): Promise<ChangeParts | undefined> {
  if (!period.previous) return undefined;
  const { current, previous } = await readCampaignTotals(connection, { website, period });
  const ids = new Set([...current.campaigns.keys(), ...previous.campaigns.keys()]);
  const changes = changesOf(
    { current: current.whole, previous: previous.whole },
    [...ids].map((id) => ({
      id,
      current: current.campaigns.get(id) ?? ZERO_COUNTS,
      previous: previous.campaigns.get(id) ?? ZERO_COUNTS,
    })),
  );
  const named = Object.values(changes.sums).flatMap(({ largest }) => largest.map(({ id }) => id));
  const names = await campaignNames(connection, { websiteId: website.id, ids: [...new Set(named)] });
  const newSince = await readNews(
    connection,
    { website, period },
    { level: 'campaign', ids: [...names.keys()] },
  );
  const quotedNames = [...names].map(([id, name]) => [id, quoted(name, `campaign ${id}`)] as const);
  return { kind: 'campaigns', ...changes, names: new Map(quotedNames), newSince };
}

/** Reads which variants a change of a campaign comes from; undefined without a previous period. */
export async function readVariantParts(
  connection: Connection,
  { website, period, campaign }: OfWebsite & { campaign: { id: number; variants: readonly VariantRow[] } },
): Promise<ChangeParts | undefined> {
  const { id, variants } = campaign;
  if (!period.previous) return undefined;
  // Only sums of events add up, so totals are read, whatever the report counts.
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, series: undefined, countType: 'total' },
    subjects: [
      { level: 'campaign', ids: [id] },
      { level: 'variant', ids: variants.map((variant) => variant.id) },
    ],
    metrics: ['views', 'conversions', 'orders', 'revenue'],
  });
  // An only variant explains nothing.
  const parts =
    variants.length < 2
      ? []
      : variants.map((variant) => ({ id: variant.id, ...metrics.of('variant', variant.id) }));
  const names = new Map(variants.map((variant) => [variant.id, letterOf(variant)]));
  const newSince = await readNews(
    connection,
    { website, period },
    { level: 'variant', ids: parts.map((part) => part.id) },
  );
  return { kind: 'variants', ...changesOf(metrics.of('campaign', id), parts), names, newSince };
}

/** What was recorded for the first time after the base began has not changed. */
async function readNews(
  connection: Connection,
  { website, period: { previous } }: OfWebsite,
  { level, ids }: { level: Level; ids: readonly number[] },
): Promise<Map<number, Day>> {
  if (!previous || ids.length === 0) return new Map();
  const firstDays = await readFirstDays(connection, { website, level, ids });
  return new Map([...firstDays].filter(([, day]) => day > previous.start));
}

function changesOf(whole: PeriodCounts, parts: readonly CountedPart[]) {
  const sums = {
    revenue: splitChange('revenue', whole, parts),
    orders: splitChange('orders', whole, parts),
    conversions: splitChange('conversions', whole, parts),
  };
  const { current, previous = ZERO_COUNTS } = whole;
  const counts = {
    orders: { now: current.orders, before: previous.orders },
    revenue: { now: current.revenueCents, before: previous.revenueCents },
  };
  return { sums, counts };
}
