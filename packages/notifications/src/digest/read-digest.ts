import { type Connection, readWebsites, websiteGroups } from '@funnel/db';
import {
  bool,
  int4,
  int4Literal,
  int8,
  jsonb,
  nullable,
  plainArrayLiteral,
  type RowOf,
  text,
  timestamptz,
} from '@funnel/db/sql';
import { type Day, formatDay, groupBy, type WebsiteId } from '@funnel/domain';
import { FIRST_UTC_HOUR } from '../channels/next-digest.ts';
import { hears, type Reader } from '../channels/readers.ts';
import type { CampaignBroke, ExperimentDecided, WeekCounts } from '../messages/message.ts';
import { statement } from '../statement.ts';
import type { ReadWeeks } from './compose-digest.ts';

const readCounts = statement(
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
  { websites: int4Literal(), week: text(), previous: text() },
  {
    website_id: int4<WebsiteId>(),
    is_current: bool(),
    recommendations: jsonb<string[]>(),
    findings: nullable(jsonb<{ kind: string; campaign_ids: number[]; broken_ids: number[] }[]>()),
  },
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
const NOTHING: WeekCounts = { viewers: 0, converted: 0, orders: 0, revenueCents: '0' };

/** Reads a week of the websites of a channel. Those that began after it are left out. */
export async function readDigest(
  connection: Connection,
  { week, readers }: { week: Day; readers: readonly Reader[] },
): Promise<ReadWeeks[]> {
  const ids = readers.map(({ websiteId }) => websiteId);
  const websites = await readWebsites(connection, ids);
  const weeks = { week: formatDay(week), previous: formatDay(week - WEEK_DAYS) };
  const groups = (await websiteGroups(connection, ids)).map((group) => plainArrayLiteral(group));
  const byWebsite = async <One extends { website_id: WebsiteId }>(read: (group: string) => Promise<One[]>) =>
    groupBy((await Promise.all(groups.map(read))).flat(), (row) => row.website_id);
  const counts = await byWebsite((group) => readCounts(connection, { websites: group, ...weeks }));
  const insights = await byWebsite((group) => readInsights(connection, { websites: group, ...weeks }));
  const episodes = groupBy(
    await readEpisodes(connection, {
      websites: plainArrayLiteral(ids),
      // What was found until the first digests of the week went out was in those.
      first: hourOf(week),
      end: hourOf(week + WEEK_DAYS),
    }),
    (row) => row.website_id,
  );
  return websites
    .filter(({ firstDay }) => firstDay < week + WEEK_DAYS)
    .map(({ id, name, currency, firstDay }): ReadWeeks => {
      const [snapshots, own] = [insights.get(id) ?? [], readers.filter(({ websiteId }) => websiteId === id)];
      const current = snapshots.find((row) => row.is_current);
      const newSince = firstDay > week - WEEK_DAYS ? firstDay : null;
      const heard = (episodes.get(id) ?? []).filter((one) =>
        own.some((reader) => hears(reader, one.campaign_id)),
      );
      const broken = heard.flatMap(({ kind, began, payload }) =>
        kind === 'break' && payload.type !== 'experiment.decided'
          ? [{ campaign: payload.campaign, since: began, what: payload.what }]
          : [],
      );
      return {
        id,
        name,
        currency,
        newSince,
        isCounted: current !== undefined,
        isComparable:
          current !== undefined && (newSince !== null || snapshots.some((row) => !row.is_current)),
        week: countsIn(counts.get(id)?.find((row) => row.is_current)),
        previous: countsIn(counts.get(id)?.find((row) => !row.is_current)),
        broken,
        decided: heard.flatMap(({ payload }) =>
          payload.type === 'experiment.decided'
            ? [{ campaign: payload.campaign, outcome: payload.outcome, letter: payload.variant.letter }]
            : [],
        ),
        insights: insightOf(current, own, broken),
      };
    });
}

/** The first that names nothing muted, and calls nothing broken that is not. What is broken has a line of its own, as it is now. */
function insightOf(
  snapshot: RowOf<typeof readInsights> | undefined,
  own: readonly Reader[],
  broken: ReadWeeks['broken'],
): string[] {
  const { recommendations = [], findings } = snapshot ?? {};
  const isTold = (campaignId: number) => own.some((reader) => hears(reader, campaignId));
  const isBroken = (campaignId: number) => broken.some(({ campaign }) => (campaign?.id ?? 0) === campaignId);
  // An older snapshot does not say what its texts are about.
  const at = findings?.findIndex(
    ({ kind, campaign_ids: named, broken_ids: brokenThen }) =>
      kind !== 'campaign_broke' && named.every(isTold) && brokenThen.every(isBroken),
  );
  const told = at === undefined || at < 0 ? undefined : recommendations[at];
  return told === undefined ? [] : [told];
}

function hourOf(day: Day): string {
  return `${formatDay(day)}T${String(FIRST_UTC_HOUR).padStart(2, '0')}:00:00Z`;
}

function countsIn(row: RowOf<typeof readCounts> | undefined): WeekCounts {
  if (!row) return NOTHING;
  return {
    viewers: Number(row.views),
    converted: Number(row.conversions),
    orders: Number(row.orders),
    revenueCents: row.revenue_cents,
  };
}
