import { type CacheKind, type Connection, memoryOf } from '@funnel/db';
import { int4, int8, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, formatDay, type WebsiteId } from '@funnel/domain';
import { statement } from '../statement.ts';

const DAILY_METRICS = ['views', 'conversions', 'submissions', 'completions'] as const;
/** SQL for a day as one text: of each campaign its id, and how many visitors. Columns would take the driver far longer. */
export const DAY_COUNTS = `string_agg(
  concat_ws(' ', subject_id, ${DAILY_METRICS.map((metric) => `coalesce(${metric}_visitors, 0)`).join(', ')}),
  ' '
)`;

const dayRevisions = statement(
  'read-day-revisions',
  { website: int4(), first: text(), last: text() },
  { day: int4(), revision: int8() },
);
const campaignDays = statement(
  'read-campaign-days',
  { website: int4(), days: text() },
  { day: int4(), counts: text() },
  { counts: DAY_COUNTS },
);

interface KnownDay {
  revision: number;
  /** A campaign and its counts; the next campaign, and so on. */
  counts: Int32Array;
}

interface KnownDays {
  days: ReadonlyMap<Day, KnownDay>;
  byCampaign: CampaignDays;
}

/** By website. */
const CAMPAIGN_DAYS: CacheKind<KnownDays> = {
  name: 'campaign_days',
  maxBytes: 30_000_000,
  // By day, and the same by campaign.
  bytesOf: ({ days }) => [...days.values()].reduce((sum, { counts }) => sum + 100 + 2 * counts.byteLength, 0),
};

type DailyMetric = (typeof DAILY_METRICS)[number];

/** The distinct visitors of campaigns on each day. */
export interface CampaignDays {
  /** The same only if nothing has changed. */
  version: string;
  /** Those with any visitor. */
  campaigns: readonly number[];
  /** Undefined for the others. */
  of(campaignId: number): Readonly<Record<DailyMetric, Int32Array>> | undefined;
}

/** Reads the days of all campaigns, without pending events. Only days that have changed are read anew. */
export async function readCampaignDays(
  connection: Connection,
  { websiteId, first, last }: { websiteId: WebsiteId; first: Day; last: Day },
): Promise<CampaignDays> {
  const cache = memoryOf(connection).cache(CAMPAIGN_DAYS);
  const key = String(websiteId);
  const known = cache.get(key);
  const parameters = { website: websiteId, first: formatDay(first), last: formatDay(last) };
  const revisions = await dayRevisions(connection, parameters);
  // All of them: a transaction that began earlier may write later, so the newest does not tell.
  const version = [first, last, ...revisions.map(({ day, revision }) => `${day}:${revision}`).sort()].join(
    ' ',
  );
  if (known?.byCampaign.version === version) return known.byCampaign;
  const isKnown = ({ day, revision }: (typeof revisions)[number]) =>
    known?.days.get(day)?.revision === Number(revision);
  const missing = revisions.filter((row) => !isKnown(row));
  const added = await readDays(
    connection,
    websiteId,
    missing.map(({ day }) => day),
  );
  const days = new Map<Day, KnownDay>(
    revisions.map((row) => {
      const counts = isKnown(row) ? known?.days.get(row.day)?.counts : added.get(row.day);
      return [row.day, { revision: Number(row.revision), counts: counts ?? NO_COUNTS }];
    }),
  );
  const byCampaign = { version, ...bySubject(days, first, last) };
  cache.set(key, { days, byCampaign });
  return byCampaign;
}

const NO_COUNTS = new Int32Array();

async function readDays(
  connection: Connection,
  website: WebsiteId,
  days: readonly Day[],
): Promise<Map<Day, Int32Array>> {
  if (days.length === 0) return new Map();
  const rows = await campaignDays(connection, { website, days: plainArrayLiteral(days.map(formatDay)) });
  return new Map(rows.map(({ day, counts }) => [day, parseCounts(counts)]));
}

/** A campaign and its counts; the next campaign, and so on. */
export function parseCounts(counts: string): Int32Array {
  return Int32Array.from(counts.split(' '), Number);
}

/** The same by campaign. `counts` of a day are as the statements write them. */
export function bySubject(
  days: ReadonlyMap<Day, { counts: Int32Array }>,
  first: Day,
  last: Day,
): Omit<CampaignDays, 'version'> {
  const length = last - first + 1;
  const width = 1 + DAILY_METRICS.length;
  /** By campaign: the days of the first metric, then those of the next. */
  const campaigns = new Map<number, Int32Array>();
  for (const [day, { counts }] of days) {
    const offset = day - first;
    for (let at = 0; at + width <= counts.length; at += width) {
      const id = counts[at] ?? 0;
      let own = campaigns.get(id);
      if (!own) {
        own = new Int32Array(DAILY_METRICS.length * length);
        campaigns.set(id, own);
      }
      for (let metric = 0; metric + 1 < width; metric++)
        own[metric * length + offset] = counts[at + 1 + metric] ?? 0;
    }
  }
  return {
    campaigns: [...campaigns.keys()],
    of(id) {
      const own = campaigns.get(id);
      if (!own) return undefined;
      const daysOf = (metric: number) => own.subarray(metric * length, (metric + 1) * length);
      return { views: daysOf(0), conversions: daysOf(1), submissions: daysOf(2), completions: daysOf(3) };
    },
  };
}
