import type { FindingsInput, SubjectWeek } from './findings/input.ts';
import { type Funnel, readFunnels } from './store/read-funnels.ts';
import type { FrozenSubject } from './store/write-snapshot.ts';
import { readRollups, readWebsites, inReadTransaction, type Database, type RollupRow } from '@funnel/db';
import { type Day, LEVELS, type Level, ZERO_COUNTS } from '@funnel/domain';

export interface Week {
  /** Every subject with any activity in the week. */
  frozen: FrozenSubject[];
  findingsInput: FindingsInput;
}

const WEEK_DAYS = 7;
const CURRENT = 0;
const PREVIOUS = 1;

type WeekOf = (level: Level, subjectId: number) => SubjectWeek;

/** A website's week and the week before, all from one snapshot of the database; undefined without such a website. */
export function readWeek(database: Database, websiteId: number, week: Day): Promise<Week | undefined> {
  return inReadTransaction(database, async (snapshot) => {
    const [[website], funnels, rows] = await Promise.all([
      readWebsites(snapshot, [websiteId]),
      readFunnels(snapshot, websiteId),
      readRollups(snapshot, { websiteIds: [websiteId], reads: readsOf(week), countType: 'distinct' }),
    ]);
    if (!website) return undefined;
    const weekOf = lookUp(rows);
    return {
      frozen: rows.flatMap(({ slot, subjectId, counts }) => {
        const level = levelOf(slot);
        return periodOf(slot) === CURRENT && level ? [{ level, subjectId, counts }] : [];
      }),
      findingsInput: {
        currency: website.currency,
        website: weekOf('website', websiteId),
        campaigns: campaignsOf(funnels, weekOf),
      },
    };
  });
}

/** A slot is a level in one of the two weeks. */
const slotOf = (level: Level, period: number) => LEVELS.indexOf(level) * 2 + period;
const levelOf = (slot: number) => LEVELS[Math.floor(slot / 2)];
const periodOf = (slot: number) => slot % 2;

function readsOf(week: Day) {
  return LEVELS.flatMap((level) =>
    [CURRENT, PREVIOUS].map((period) => ({
      slot: slotOf(level, period),
      level,
      subject: 'all' as const,
      cover: [{ grain: 'week' as const, start: week - period * WEEK_DAYS }],
    })),
  );
}

function lookUp(rows: readonly RollupRow[]): WeekOf {
  const found = new Map(rows.map(({ slot, subjectId, counts }) => [`${slot} ${subjectId}`, counts]));
  const countsOf = (level: Level, subjectId: number, period: number) =>
    found.get(`${slotOf(level, period)} ${subjectId}`) ?? ZERO_COUNTS;
  return (level, subjectId) => ({
    week: countsOf(level, subjectId, CURRENT),
    previous: countsOf(level, subjectId, PREVIOUS),
  });
}

/** Only campaigns with any activity in either week. */
function campaignsOf(funnels: readonly Funnel[], weekOf: WeekOf): FindingsInput['campaigns'] {
  return funnels
    .map((campaign) => ({ campaign, counted: weekOf('campaign', campaign.id) }))
    .filter(({ counted: { week, previous } }) => week !== ZERO_COUNTS || previous !== ZERO_COUNTS)
    .map(({ campaign: { id, name, cta_type, status, variants }, counted }) => ({
      id,
      name,
      ctaType: cta_type,
      status,
      ...counted,
      variants: variants.map((variant) => ({
        id: variant.id,
        name: variant.name,
        variation: variant.variation,
        trafficPercentage: variant.traffic_percentage,
        ...weekOf('variant', variant.id),
        steps: variant.steps.map((step) => ({
          id: step.id,
          position: step.position,
          ...weekOf('step', step.id),
        })),
      })),
    }));
}
