import type { Finding } from './finding.ts';
import type { FindingsInput } from './input.ts';
import { missingCompletions } from './kinds/completions.ts';
import { idleTraffic } from './kinds/idle-traffic.ts';
import { bestRevenuePerView } from './kinds/revenue.ts';
import { missedNextSteps, stepDropOffs } from './kinds/steps.ts';
import { variantFindings } from './kinds/variants.ts';
import { weekChanges } from './kinds/week-changes.ts';
import { onePerProblem } from './one-text-per-problem.ts';
import { rank } from './rank.ts';

/** All that the week shows and that can be acted upon, the most important first. */
export function findFindings(input: FindingsInput): Finding[] {
  const found: Finding[] = [
    ...variantFindings(input).filter(({ kind }) => kind !== 'variants_undecided'),
    ...weekChanges(input),
    ...idleTraffic(input),
    ...missingCompletions(input),
    ...missedNextSteps(input),
    ...stepDropOffs(input),
    ...bestRevenuePerView(input),
  ];
  return rank(onePerProblem(found, input));
}
