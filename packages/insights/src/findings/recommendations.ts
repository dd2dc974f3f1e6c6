import { findFindings } from './find-findings.ts';
import type { Fact, Finding } from './finding.ts';
import type { FindingsInput } from './input.ts';
import { facts } from './kinds/facts.ts';
import { describeFinding } from './texts/describe-finding.ts';
import { nothingToSay } from './texts/nothing-to-say.ts';

const MAX_TEXTS = 7;
const MIN_TEXTS = 3;

export interface Recommendations {
  findings: Finding[];
  /** `texts[i]` belongs to `findings[i]`; without findings one honest sentence. */
  texts: string[];
}

/** Three to seven; fewer only where the week carries no more facts, never padded beyond them. */
export function recommendationsOf(input: FindingsInput): Recommendations {
  const found = findFindings(input);
  const also = facts(input).filter((fact) => !found.some((finding) => isAtOdds(fact, finding)));
  const findings = [...found, ...also.slice(0, Math.max(0, MIN_TEXTS - found.length))].slice(0, MAX_TEXTS);
  if (findings.length === 0) return { findings, texts: [nothingToSay(input)] };
  return { findings, texts: findings.map(describeFinding) };
}

/** A fact must not repeat a finding, nor praise what another text finds fault with. */
function isAtOdds(fact: Fact, finding: Finding): boolean {
  if (fact.kind === 'website_week') return finding.campaign === null || isOfAllViewers(finding, fact.week.of);
  return (
    fact.campaign !== null && fact.campaign.id === finding.campaign?.id && finding.kind !== 'step_drop_off'
  );
}

/** The campaign is the website: both have the same numbers. */
function isOfAllViewers(finding: Finding, viewers: number): boolean {
  const isChange = finding.kind === 'conversion_rate_change' || finding.kind === 'conversions_stopped';
  return isChange && finding.week.of === viewers;
}
