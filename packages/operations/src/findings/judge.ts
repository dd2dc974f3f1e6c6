import { compareVariants, type Comparison, dayOf, type Outlook, outlookOf, shareOf } from '@funnel/domain';
import type { ExperimentLife } from '@funnel/metrics';
import type { JudgedVariant, Verdict, VerdictContext } from '@funnel/words';
import type { Experiment, ExperimentFacts, TestedVariant } from './experiments.ts';
import { judgeRevenues, type RevenueJudgement } from './judge-revenues.ts';

type LivingVariant = TestedVariant & JudgedVariant;

/** An experiment over its whole life. */
interface Living {
  campaignId: number;
  name: string;
  variants: LivingVariant[];
  life: ExperimentLife;
}

/** An experiment, and what is known about its variants. */
export interface Judged extends Verdict<LivingVariant> {
  experiment: Living;
  revenue: RevenueJudgement | undefined;
  standing: Standing;
}

/** What is known about an experiment in a word, the most important first: all that says something about it follows from this. */
export const STANDINGS = [
  'winner',
  'loser',
  /** None converts best beyond chance, but one earns most. */
  'earns_most',
  /** Some pairs are settled. */
  'mixed',
  /** A difference that matters will not be seen. */
  'no_difference',
  'undecided',
  /** Nobody goes on with it, and none was best. */
  'ended',
  'too_few',
] as const;
export type Standing = (typeof STANDINGS)[number];

/** What is known about the experiments of an answer. */
export interface Judgement {
  /** Those that can be compared, the decided ones first. */
  judged: readonly Judged[];
  /** Those that more visitors converted in than viewed them. */
  odd: readonly Living[];
  context: VerdictContext;
}

/**
 * Compares the variants of the experiments of an answer, over the whole lives of these. All comparisons of an answer are one family: at most 1 %
 * of experiments without a difference ever get a verdict, however often they are read. Undefined if the answer counts events: those of one
 * visitor depend on each other.
 */
export function judge(facts: ExperimentFacts): Judgement | undefined {
  const { experiments, lives, period, now, isOver = false, broken } = facts;
  if (period.countType === 'total') return undefined;
  const living = experiments.map((experiment) => livingOf(experiment, lives));
  const [testable, odd] = [living.filter(isTestable), living.filter((one) => !isTestable(one))];
  const comparisons = compareVariants(testable.map(({ variants }) => variants));
  const revenues = judgeRevenues(testable);
  const context = {
    window: period.window.start < dayOf(now) ? period.window : undefined,
    now,
    currency: facts.websites[0]?.currency ?? '',
    isOnly: living.length === 1,
    isOver,
    broken: broken && broken.also.variants.length > 0 ? broken : undefined,
  };
  const judged = testable
    .flatMap((experiment, index): Judged[] => {
      const [comparison, revenue] = [comparisons[index], revenues[index]];
      if (!comparison) return [];
      const outlook = outlookIn({ comparison, revenue, experiment }, context);
      const standing = standingOf({ comparison, revenue, outlook }, context);
      return [{ experiment, revenue, outlook, standing, ...comparison }];
    })
    .sort((one, other) => STANDINGS.indexOf(one.standing) - STANDINGS.indexOf(other.standing));
  return { judged, odd, context };
}

interface Compared {
  comparison: Comparison<LivingVariant>;
  revenue: RevenueJudgement | undefined;
}

const OPEN: readonly Judged['outcome'][] = ['mixed', 'undecided'];

function outlookIn(
  { comparison, revenue, experiment }: Compared & { experiment: Living },
  { isOver, broken }: VerdictContext,
): Outlook | undefined {
  const { outcome, variants } = comparison;
  // What is broken changes more than time does.
  const isBroken = variants.some(({ letter }) => broken?.also.variants.includes(letter));
  if (!OPEN.includes(outcome) || isOver || isBroken || revenue?.isDecided) return undefined;
  return outlookOf(comparison, experiment.life.weeklyViewers);
}

function standingOf(
  { comparison: { outcome }, revenue, outlook }: Compared & { outlook: Outlook | undefined },
  { isOver }: VerdictContext,
): Standing {
  if (outcome === 'wins') return 'winner';
  if (outcome === 'loses') return 'loser';
  if (revenue?.isDecided) return 'earns_most';
  if (isOver) return 'ended';
  if (outcome === 'undecided' && outlook?.advice === 'end') return 'no_difference';
  return outcome;
}

/** Before all of its variants were shown, an experiment has no life. */
const UNBORN: ExperimentLife = {
  days: { start: 0, end: -1 },
  splitChangedOn: undefined,
  variants: new Map(),
  weeklyViewers: 0,
};

function livingOf({ campaignId, name, variants }: Experiment, lives: ExperimentFacts['lives']): Living {
  const life = lives.get(variants[0]?.id ?? 0) ?? UNBORN;
  return {
    campaignId,
    name,
    life,
    variants: variants.map((variant) => {
      const { viewers = 0, converted = 0 } = life.variants.get(variant.id) ?? {};
      return { ...variant, inWindow: variant.share, share: shareOf(converted, viewers) };
    }),
  };
}

/** A rate above 100 % is no share of the viewers. */
function isTestable({ variants }: Living): boolean {
  return variants.every(({ share }) => share.count <= share.of);
}
