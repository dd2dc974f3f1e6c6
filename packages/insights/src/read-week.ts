import { type Database, inReadTransaction, readWebsites } from '@funnel/db';
import { type Metrics, readMetrics } from '@funnel/metrics';
import { type Day, LEVELS, type Level, previousWindow, type WebsiteId, ZERO_COUNTS } from '@funnel/domain';
import type { FindingsInput, SubjectWeek } from './findings/input.ts';
import { type Funnel, readFunnels } from './store/read-funnels.ts';
import type { FrozenSubject } from './store/write-snapshot.ts';

/** What a weekly snapshot is made from. */
export interface Week {
  /** Every subject with any activity in the week. */
  frozen: FrozenSubject[];
  findingsInput: FindingsInput;
}

type WeekOf = (level: Level, subjectId: number) => SubjectWeek;

/** Reads a website's week and the week before from one snapshot of the database; undefined if there is no such website. */
export function readWeek(database: Database, websiteId: WebsiteId, week: Day): Promise<Week | undefined> {
  return inReadTransaction(database, [websiteId], async (connection) => {
    const [[website], funnels] = await Promise.all([
      readWebsites(connection, [websiteId]),
      readFunnels(connection, websiteId),
    ]);
    if (!website) return undefined;
    const metrics = await readMetrics(connection, {
      websites: [website],
      period: periodOf(week),
      subjects: LEVELS.map((level) => ({ level, ids: 'all' })),
    });
    const weekOf = weekLookup(metrics);
    return {
      frozen: LEVELS.flatMap((level) =>
        metrics
          .active(level)
          .map((subjectId) => ({ level, subjectId, counts: metrics.of(level, subjectId).current })),
      ),
      findingsInput: {
        currency: website.currency,
        website: weekOf('website', websiteId),
        campaigns: campaignsOf(funnels, weekOf),
      },
    };
  });
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

/** Only campaigns with any activity in either week. */
function campaignsOf(funnels: readonly Funnel[], weekOf: WeekOf): FindingsInput['campaigns'] {
  return funnels
    .map((campaign) => ({ campaign, counted: weekOf('campaign', campaign.id) }))
    .filter(({ counted: { week, previous } }) => week !== ZERO_COUNTS || previous !== ZERO_COUNTS)
    .map(({ campaign: { id, name, ctaType, status, variants }, counted }) => ({
      id,
      name,
      ctaType,
      status,
      ...counted,
      variants: variants.map((variant) => ({
        id: variant.id,
        name: variant.name,
        variation: variant.variation,
        trafficPercentage: variant.trafficPercentage,
        ...weekOf('variant', variant.id),
        steps: variant.steps.map((step) => ({
          id: step.id,
          position: step.position,
          ...weekOf('step', step.id),
        })),
      })),
    }));
}
