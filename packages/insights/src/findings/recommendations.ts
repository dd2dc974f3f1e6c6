import { findFindings } from './find-findings.ts';
import type { Fact, Finding } from './finding.ts';
import type { FindingsInput } from './input.ts';
import { facts } from './kinds/facts.ts';
import { describeFinding } from './texts/describe-finding.ts';
import { emptyWeekText } from './texts/fact-texts.ts';

const MAX_TEXTS = 7;
const MIN_TEXTS = 3;

/** What a week shows, and the texts for the marketer. */
export interface Recommendations {
  findings: Finding[];
  /** `texts[i]` describes `findings[i]`. Without findings, one sentence says so. */
  texts: string[];
}

/** Returns three to seven recommendations; fewer if the week has no more facts. */
export function recommendationsOf(input: FindingsInput): Recommendations {
  const found = findFindings(input);
  const also = facts(input).filter((fact) => !found.some((finding) => isRedundant(fact, finding)));
  const findings = [...found, ...also.slice(0, Math.max(0, MIN_TEXTS - found.length))].slice(0, MAX_TEXTS);
  if (findings.length === 0) return { findings, texts: [emptyWeekText(input)] };
  return { findings, texts: findings.map(describeFinding) };
}

/** A fact must not repeat a finding, and must not praise a campaign that a finding criticizes. */
function isRedundant(fact: Fact, finding: Finding): boolean {
  if (fact.kind === 'website_week') return finding.campaign === null || isOfAllViewers(finding, fact.week.of);
  return (
    fact.campaign !== null && fact.campaign.id === finding.campaign?.id && finding.kind !== 'step_drop_off'
  );
}

/** The website has only this campaign, so both have the same numbers. */
function isOfAllViewers(finding: Finding, viewers: number): boolean {
  const isChange = finding.kind === 'conversion_rate_change' || finding.kind === 'conversions_stopped';
  return isChange && finding.week.of === viewers;
}
