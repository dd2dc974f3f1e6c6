import { experimentsIn } from '../notes/experiments.ts';
import { judge, type Judged, type VerdictContext } from '../notes/judge.ts';
import type { Answered } from '../notes/note.ts';
import { EVENTS, oddText, verdictOf } from '../notes/verdicts.ts';
import { roundedPoints } from '../notes/words.ts';
import type { Extras } from './extras.ts';

type Verdict = NonNullable<Extras['verdicts']>[number];

const NAMES = {
  wins: 'winner',
  loses: 'loser',
  mixed: 'undecided',
  undecided: 'undecided',
  too_few: 'too_few',
} as const satisfies Record<Judged['outcome'], Verdict['verdict']>;

/** What is known about each experiment of an answer, in the order of the answer and in the words of the notes. */
export function verdicts(answered: Answered): Pick<Extras, 'verdicts'> {
  const ids = experimentsIn(answered.body).map(({ campaignId }) => campaignId);
  const judgement = judge(answered);
  if (!judgement) return { verdicts: ids.map((id) => ({ campaign_id: id, verdict: 'none', text: EVENTS })) };
  const { judged, odd, context } = judgement;
  const all: Verdict[] = [
    ...judged.map((one) => verdictIn(one, context)),
    ...odd.map((one) => ({
      campaign_id: one.campaignId,
      verdict: 'none' as const,
      text: oddText(one),
    })),
  ];
  return {
    verdicts: all.toSorted((one, other) => ids.indexOf(one.campaign_id) - ids.indexOf(other.campaign_id)),
  };
}

function verdictIn(judged: Judged, context: VerdictContext): Verdict {
  const { experiment, outcome, variants } = judged;
  const isLost = outcome === 'loses';
  const [one, next] = isLost ? [variants.at(-1), variants.at(-2)] : variants;
  const isDecided = isLost || outcome === 'wins';
  return {
    campaign_id: experiment.campaignId,
    verdict: NAMES[outcome],
    ...(isDecided && one && { variant_id: one.id }),
    ...(outcome !== 'too_few' && one && next && { points: roundedPoints(one.share.rate - next.share.rate) }),
    text: verdictOf(judged, context).text,
  };
}
