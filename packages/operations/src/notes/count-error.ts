import { numberText, SKETCHED_METRICS, STANDARD_ERROR, standardErrorOf } from '@funnel/domain';
import type { Answered } from './note.ts';
import { isDistinct } from './report-body.ts';

/** What else counts visitors, beside the metrics. */
const COUNTS: ReadonlySet<string> = new Set([...SKETCHED_METRICS, 'viewers', 'count']);
/** Percentages, and sums of counts that have their own errors. */
const NO_COUNTS: ReadonlySet<string> = new Set(['changes', 'aggregate']);

/** What people call a field. */
const LABELS: Readonly<Record<string, string>> = { views: 'viewers', count: 'answers' };

/** How exact the largest count is, if it is estimated. */
export function countError({ body, input }: Answered): string[] {
  const largest = isDistinct(body, input) ? largestIn(body.data) : undefined;
  if (!largest) return [];
  const { name, value } = largest;
  const error = standardErrorOf(value);
  if (error === 0) return [];
  return [
    `The largest count, ${numberText(value)} ${LABELS[name] ?? name}, has a standard error of ${numberText(Math.round(error * value))} (${numberText(100 * STANDARD_ERROR)} %); counts below about 4,000 are practically exact.`,
  ];
}

function largestIn(node: unknown): { name: string; value: number } | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  let largest: { name: string; value: number } | undefined;
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    if (NO_COUNTS.has(name)) continue;
    const found = typeof value === 'number' && COUNTS.has(name) ? { name, value } : largestIn(value);
    if (found && found.value > (largest?.value ?? -1)) largest = found;
  }
  return largest;
}
