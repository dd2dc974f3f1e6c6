import { attention } from '../../extras/attention.ts';
import { comparisonNumbers } from '../../extras/comparison-numbers.ts';
import { currenciesOf } from '../../extras/currencies.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingDay } from '../../extras/growing-day.ts';
import type { ReportFacts } from '../../findings/report-facts.ts';

interface Facts extends ReportFacts {
  trends: Extras['trends'];
  activity: Extras['activity'];
}

export function accountPerformanceExtras(facts: Facts): Extras {
  const { period, websites, trends, activity, now } = facts;
  return {
    ...comparisonNumbers(facts),
    currencies: currenciesOf(websites),
    ...(trends && { trends }),
    ...attention(facts),
    ...(activity && { activity }),
    ...(trends && growingDay(period.window, now)),
  };
}
