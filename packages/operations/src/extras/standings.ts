import { pointsApart } from '@funnel/domain';
import { EVENTS_NOT_COMPARED, noVerdictText, type VerdictContext, verdictText } from '@funnel/words';
import type { ExperimentFacts } from '../findings/experiments.ts';
import { judge, type Judged } from '../findings/judge.ts';
import type { Extras } from './extras.ts';

type Known = NonNullable<Extras['verdicts']>[number];

/** What is known about each experiment of an answer, in the order of the answer and in the words of the notes. */
export function standings(facts: ExperimentFacts): Pick<Extras, 'verdicts'> {
  const ids = facts.experiments.map(({ campaignId }) => campaignId);
  const judgement = judge(facts);
  if (!judgement)
    return { verdicts: ids.map((id) => ({ campaign_id: id, verdict: 'none', text: EVENTS_NOT_COMPARED })) };
  const { judged, odd, context } = judgement;
  const all: Known[] = [
    ...judged.map((one) => verdictIn(one, context)),
    ...odd.map((one) => ({
      campaign_id: one.campaignId,
      verdict: 'none' as const,
      text: noVerdictText(one.name),
    })),
  ];
  return {
    verdicts: all.toSorted((one, other) => ids.indexOf(one.campaign_id) - ids.indexOf(other.campaign_id)),
  };
}

function verdictIn(judged: Judged, context: VerdictContext): Known {
  const { experiment, standing, variants, revenue } = judged;
  const isLost = standing === 'loser';
  const [one, next] = isLost ? [variants.at(-1), variants.at(-2)] : variants;
  const earner = revenue?.comparison?.variants[0];
  const named = isLost || standing === 'winner' ? one : standing === 'earns_most' ? earner : undefined;
  return {
    campaign_id: experiment.campaignId,
    verdict: standing,
    ...(named && { variant_id: named.id }),
    ...(one && next && { points: pointsApart(one.share, next.share, variants.length).points }),
    text: verdictText(judged, context),
  };
}
