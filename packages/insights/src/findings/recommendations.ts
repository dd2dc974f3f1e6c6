import { findFindings } from './find-findings.ts';
import type { Fact, Finding } from '@funnel/words';
import type { FindingsInput } from './input.ts';
import { facts } from './kinds/facts.ts';
import { describeFinding } from '@funnel/words';
import { emptyWeekText } from '@funnel/words';

const MAX_TEXTS = 7;
const MIN_TEXTS = 3;

export interface Recommendations {
  findings: Finding[];
  /** `texts[i]` describes `findings[i]`. Without findings, one sentence says so. */
  texts: string[];
}

/** Returns three to seven recommendations; fewer if the week has no more facts. */
export function recommendationsOf(input: FindingsInput): Recommendations {
  const found = findFindings(input);
  const also = facts(input).filter((fact) => !found.some((finding) => isRedundant(fact, finding)));
  // What the week earned is always asked for.
  const revenue = also.filter(({ kind }) => kind === 'week_revenue');
  const others = also.filter((fact) => !revenue.includes(fact));
  const missing = Math.max(0, MIN_TEXTS - found.length - revenue.length);
  const findings = [...found.slice(0, MAX_TEXTS - revenue.length), ...others.slice(0, missing), ...revenue];
  if (findings.length === 0) return { findings, texts: [emptyWeekText(input.website.week)] };
  return { findings, texts: findings.map(describeFinding) };
}

/** A fact must not repeat a finding, and must not praise a campaign that a finding criticizes. */
function isRedundant(fact: Fact, finding: Finding): boolean {
  if (fact.kind === 'website_week') return finding.campaign === null || isOfAllViewers(finding, fact.week.of);
  return fact.campaign !== null && fact.campaign.id === finding.campaign?.id;
}

/** The website has only this campaign, so both have the same numbers. */
function isOfAllViewers(finding: Finding, viewers: number): boolean {
  const isChange = finding.kind === 'conversion_rate_change' || finding.kind === 'campaign_broke';
  return isChange && finding.week.of === viewers;
}
