import { compareRevenue, type Comparison } from '@funnel/domain';
import type { ExperimentLife } from '@funnel/metrics';
import type { Earner } from '@funnel/words';

/** An experiment whose revenue is judged. */
interface Selling {
  variants: readonly { id: number; letter: string }[];
  life: ExperimentLife;
}

type EarningVariant = Earner & { id: number };

export interface RevenueJudgement {
  /** Undefined if there are too few orders. */
  comparison: Comparison<EarningVariant> | undefined;
  /** Whether one variant earns more than each other, beyond chance. */
  isDecided: boolean;
}

/** Judges the revenue of each experiment. All of them are one family. */
export function judgeRevenues(experiments: readonly Selling[]): RevenueJudgement[] {
  const comparisons = compareRevenue(experiments.map(earnersOf));
  return experiments.map((_experiment, index) => {
    const found = comparisons[index];
    const comparison = found?.outcome === 'too_few' ? undefined : found;
    return { comparison, isDecided: comparison?.outcome === 'wins' };
  });
}

/** None if a variant has nothing to compare. */
function earnersOf({ variants, life }: Selling): EarningVariant[] {
  const earners = variants.flatMap(({ id, letter }) => {
    const { viewers = 0, revenueCents = 0n, earnings } = life.variants.get(id) ?? {};
    return earnings ? [{ id, letter, viewers, revenueCents, earnings }] : [];
  });
  return earners.length === variants.length ? earners : [];
}
