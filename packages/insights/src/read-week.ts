import {
  type Connection,
  type Database,
  inReadTransaction,
  readWebsites,
  type WebsiteFacts,
} from '@funnel/db';
import {
  type ExperimentLife,
  type Metrics,
  readBrokenCampaigns,
  readCampaignState,
  readExperimentLives,
  readFirstDays,
  readMetrics,
} from '@funnel/metrics';
import {
  type BrokenCampaign,
  type Day,
  LEVELS,
  type Level,
  previousWindow,
  shareOf,
  type WebsiteId,
  ZERO_COUNTS,
} from '@funnel/domain';
import type { FindingsInput, SubjectWeek } from './findings/input.ts';
import { type Funnel, readFunnels } from './store/read-funnels.ts';
import type { FrozenSubject } from './store/write-snapshot.ts';

/** What a weekly snapshot is made from. */
export interface Week {
  /** Every subject with any activity in the week. */
  frozen: FrozenSubject[];
  findingsInput: FindingsInput;
}

const WEEK_DAYS = 7;

type WeekOf = (level: Level, subjectId: number) => SubjectWeek;

/** Reads a website's week and the week before from one snapshot of the database; undefined if there is no such website. */
export function readWeek(database: Database, websiteId: WebsiteId, week: Day): Promise<Week | undefined> {
  return inReadTransaction(database, [websiteId], async (connection) => {
    const [[website], funnels] = await Promise.all([
      readWebsites(connection, [websiteId]),
      readFunnels(connection, websiteId),
    ]);
    if (!website) return undefined;
    const lastDay = week + 6;
    const ids = funnels.map(({ id }) => id);
    const [metrics, lives, breaks, firstDays] = await Promise.all([
      readMetrics(connection, {
        websites: [website],
        period: periodOf(week),
        subjects: LEVELS.map((level) => ({ level, ids: 'all' })),
      }),
      readExperimentLives(connection, {
        website,
        last: lastDay,
        experiments: funnels.filter(({ status }) => status === 'live').map(testedVariants),
      }),
      readBreaks(connection, { website, lastDay, funnels }),
      readFirstDays(connection, { website, level: 'campaign', ids }),
    ]);
    const newSince = (first: Day | undefined) =>
      first !== undefined && first > week - WEEK_DAYS ? first : null;
    const weekOf = weekLookup(metrics);
    return {
      frozen: LEVELS.flatMap((level) =>
        metrics
          .active(level)
          .map((subjectId) => ({ level, subjectId, counts: metrics.of(level, subjectId).current })),
      ),
      findingsInput: {
        lastDay,
        currency: website.currency,
        broken: breaks.get(WHOLE) ?? null,
        website: { ...weekOf('website', websiteId), newSince: newSince(website.firstDay) },
        campaigns: campaignsOf(funnels, weekOf, {
          lives,
          breaks,
          newSince: (id) => newSince(firstDays.get(id)),
        }),
      },
    };
  });
}

function testedVariants({ variants }: Funnel): number[] {
  return variants.filter(({ trafficPercentage }) => trafficPercentage > 0).map(({ id }) => id);
}

/** The key of a website that is broken as a whole. */
const WHOLE = 0;

/** What is broken at the end of the week, by campaign. Mostly nothing is. */
async function readBreaks(
  connection: Connection,
  { website, lastDay, funnels }: { website: WebsiteFacts; lastDay: Day; funnels: readonly Funnel[] },
): Promise<Map<number, BrokenCampaign>> {
  const last = { day: lastDay, isOver: true };
  const broken = await readBrokenCampaigns(connection, { website, last });
  const states = await Promise.all(
    broken.map(async ({ campaign, ...found }): Promise<(readonly [number, BrokenCampaign])[]> => {
      if (!campaign) return [[WHOLE, { ...found, also: { submissions: false, steps: [], variants: [] } }]];
      const { id } = campaign;
      const variants = funnels.find((funnel) => funnel.id === id)?.variants ?? [];
      const state = await readCampaignState(connection, { website, last, campaign: { id, variants } });
      return state?.broken ? [[id, state.broken]] : [];
    }),
  );
  return new Map(states.flat());
}

/** A custom range: the live counts, also where the week has a snapshot already. */
function periodOf(week: Day) {
  const window = { start: week, end: week + 6 };
  return {
    timeframe: 'custom' as const,
    window,
    previous: previousWindow(window),
    series: undefined,
    countType: 'distinct' as const,
  };
}

function weekLookup(metrics: Metrics): WeekOf {
  return (level, subjectId) => {
    const { current, previous = ZERO_COUNTS } = metrics.of(level, subjectId);
    return { week: current, previous };
  };
}

interface Known {
  lives: ReadonlyMap<number, ExperimentLife>;
  breaks: ReadonlyMap<number, BrokenCampaign>;
  newSince: (campaignId: number) => Day | null;
}

/** Only campaigns with any activity in either week, and broken ones. */
function campaignsOf(
  funnels: readonly Funnel[],
  weekOf: WeekOf,
  { lives, breaks, newSince }: Known,
): FindingsInput['campaigns'] {
  return funnels
    .map((campaign) => ({ campaign, counted: weekOf('campaign', campaign.id) }))
    .filter(
      ({ campaign, counted: { week, previous } }) =>
        week !== ZERO_COUNTS || previous !== ZERO_COUNTS || breaks.has(campaign.id),
    )
    .map(({ campaign, counted }) => {
      const { id, name, ctaType, status, variants } = campaign;
      const life = lives.get(testedVariants(campaign)[0] ?? 0);
      return {
        id,
        name,
        ctaType,
        status,
        ...counted,
        newSince: newSince(id),
        broken: breaks.get(id) ?? null,
        comparedSince: life?.days.start ?? null,
        weeklyViewers: life?.weeklyViewers ?? 0,
        variants: variants.map((variant) => ({
          id: variant.id,
          name: variant.name,
          variation: variant.variation,
          trafficPercentage: variant.trafficPercentage,
          life: lifeShare(life, variant.id),
          earnings: life?.variants.get(variant.id)?.earnings ?? null,
          ...weekOf('variant', variant.id),
          steps: variant.steps.map((step) => ({
            id: step.id,
            name: step.name,
            position: step.position,
            ...weekOf('step', step.id),
          })),
        })),
      };
    });
}

function lifeShare(life: ExperimentLife | undefined, variantId: number) {
  const { converted = 0, viewers = 0 } = life?.variants.get(variantId) ?? {};
  return shareOf(converted, viewers);
}
