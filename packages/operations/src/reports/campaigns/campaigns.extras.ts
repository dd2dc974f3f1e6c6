import { attention } from '../../extras/attention.ts';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingDay } from '../../extras/growing-day.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';

interface Facts extends ReportFacts {
  input: { status?: string | undefined };
  trends: Extras['trends'];
}

export function campaignsExtras(facts: Facts): Extras {
  const { input, trends, now, period } = facts;
  // No line of an archived campaign grows any more.
  const isDone = input.status === 'archived';
  return {
    ...comparisonNumbers(facts),
    ...(trends && { trends }),
    ...attention(facts),
    ...(trends && !isDone && growingDay(period.window, now)),
  };
}
