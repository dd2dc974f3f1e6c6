import { findFindings } from './find-findings.ts';
import type { Finding } from './finding.ts';
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
  const isWebsiteTold = found.some(({ campaign }) => campaign === null);
  const also = facts(input).filter(({ kind }) => kind !== 'website_week' || !isWebsiteTold);
  const findings = [...found, ...also.slice(0, Math.max(0, MIN_TEXTS - found.length))].slice(0, MAX_TEXTS);
  if (findings.length === 0) return { findings, texts: [nothingToSay(input)] };
  return { findings, texts: findings.map(describeFinding) };
}
