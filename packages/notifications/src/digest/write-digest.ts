import { type Database, inReadTransaction, ormOn, websiteGroups } from '@funnel/db';
import { websites as websiteTable } from '@funnel/db/schema';
import { bool, int4, int4Literal, int8, jsonb, plainArrayLiteral, text, timestamptz } from '@funnel/db/sql';
import { type Day, formatDay, parseDay, type WebsiteId } from '@funnel/domain';
import { inArray } from 'drizzle-orm';
import { hears, type Reader } from '../channels/readers.ts';
import type {
  CampaignBroke,
  ExperimentDecided,
  WebsiteWeekLine,
  WeekCounts,
  WeeklyDigest,
} from '../messages/message.ts';
import type { ClaimedMessage } from '../outbox/outbox-store.ts';
import { statement } from '../statement.ts';
import { beyondChance } from './beyond-chance.ts';
import { byAttention, totalsOf } from './order-digest.ts';

const readWeeks = statement(
  'read-digest-weeks',
  { websites: int4Literal(), week: text(), previous: text() },
  {
    website_id: int4<WebsiteId>(),
    is_current: bool(),
    views: int8(),
    conversions: int8(),
    orders: int8(),
    revenue_cents: text(),
  },
);
const readInsights = statement(
  'read-digest-insights',
  { websites: int4Literal(), week: text() },
  { website_id: int4<WebsiteId>(), recommendations: jsonb<string[]>() },
);
const readEpisodes = statement(
  'read-digest-episodes',
  { websites: int4Literal(), first: timestamptz(), end: timestamptz() },
  {
    website_id: int4<WebsiteId>(),
    kind: text<'break' | 'verdict'>(),
    campaign_id: int4(),
    began: int4(),
    payload: jsonb<CampaignBroke | ExperimentDecided>(),
  },
);

const WEEK_DAYS = 7;
const MAX_INSIGHTS = 1;
const NOTHING: WeekCounts = { viewers: 0, converted: 0, orders: 0, revenueCents: '0' };
/** How long to wait for the snapshots of the week. */
const PATIENCE_MS = 3 * 3_600_000;

/** The digest of a reader, or that it has to wait for the numbers of the week. Written anew for each attempt: with what its reader may see then. */
export async function writeDigest(
  database: Database,
  { claimed, readers, now }: { claimed: ClaimedMessage; readers: readonly Reader[]; now: Date },
): Promise<{ digest: WeeklyDigest | undefined } | { postponed: string; seconds: number }> {
  const week = parseDay(claimed.key.replace('digest ', ''));
  if (week === undefined) throw new Error(`The key of a digest names no week: ${claimed.key}`);
  const wanting = readers.filter(({ digest, muted }) => digest && !muted.includes(0));
  const ids = wanting.map(({ websiteId }) => websiteId);
  if (ids.length === 0) return { digest: undefined };
  const { lines, counted } = await readLines(database, { ids, week, readers: wanting });
  const waitedMs = now.getTime() - claimed.createdAt.getTime();
  if (counted === 0 && waitedMs < PATIENCE_MS)
    return { postponed: 'the week is not counted yet', seconds: pauseAfter(waitedMs) };
  const websites = lines.toSorted(byAttention);
  return { digest: { type: 'digest.weekly', week, websites, totals: totalsOf(websites) } };
}

/** Soon at first, then now and then. */
function pauseAfter(waitedMs: number): number {
  return Math.round(Math.min(Math.max(10, waitedMs / 5_000), 600));
}

async function readLines(
  database: Database,
  { ids, week, readers }: { ids: readonly WebsiteId[]; week: Day; readers: readonly Reader[] },
): Promise<{ lines: WebsiteWeekLine[]; counted: number }> {
  return inReadTransaction(database, ids, async (connection) => {
    const { id: websiteId, name: websiteName, currency: websiteCurrency } = websiteTable;
    const names = await ormOn(connection)
      .select({ id: websiteId, name: websiteName, currency: websiteCurrency })
      .from(websiteTable)
      .where(inArray(websiteId, [...ids]));
    const groups = await websiteGroups(connection, ids);
    const literals = groups.map((group) => plainArrayLiteral(group));
    const [current, before] = [formatDay(week), formatDay(week - WEEK_DAYS)];
    const inGroups = async <Row>(read: (websites: string) => Promise<Row[]>) =>
      (await Promise.all(literals.map(read))).flat();
    const weeks = await inGroups((websites) =>
      readWeeks(connection, { websites, week: current, previous: before }),
    );
    const insights = await inGroups((websites) => readInsights(connection, { websites, week: current }));
    const episodes = await readEpisodes(connection, {
      websites: plainArrayLiteral(ids),
      first: `${current}T00:00:00Z`,
      // Those that were found after the week, and before the digest.
      end: `${formatDay(week + WEEK_DAYS + 1)}T00:00:00Z`,
    });
    const lines = names.map(({ id, name, currency }): WebsiteWeekLine => {
      const countsOf = (isCurrent: boolean) => {
        const row = weeks.find((one) => one.website_id === id && one.is_current === isCurrent);
        return row ? countsIn(row) : NOTHING;
      };
      const [counts, previous] = [countsOf(true), countsOf(false)];
      const own = episodes.filter(
        (one) =>
          one.website_id === id &&
          readers.some((reader) => reader.websiteId === id && hears(reader, one.campaign_id)),
      );
      const broken = own.flatMap(({ kind, began, payload }) =>
        kind === 'break' && payload.type !== 'experiment.decided'
          ? [{ campaign: payload.campaign, since: began, what: payload.what }]
          : [],
      );
      const said = insights.find(({ website_id }) => website_id === id)?.recommendations ?? [];
      return {
        id,
        name,
        currency,
        week: counts,
        previous,
        beyondChance: beyondChance(counts, previous),
        broken,
        decided: own.flatMap(({ payload }) =>
          payload.type === 'experiment.decided'
            ? [{ campaign: payload.campaign, outcome: payload.outcome, letter: payload.variant.letter }]
            : [],
        ),
        // What is broken comes first in the insights, and has a line of its own here.
        insights: said.slice(broken.length, broken.length + MAX_INSIGHTS),
      };
    });
    return { lines, counted: insights.length };
  });
}

function countsIn(row: {
  views: string;
  conversions: string;
  orders: string;
  revenue_cents: string;
}): WeekCounts {
  return {
    viewers: Number(row.views),
    converted: Number(row.conversions),
    orders: Number(row.orders),
    revenueCents: row.revenue_cents,
  };
}
