import {
  changesOf,
  METRIC_DICTIONARY,
  METRIC_NAMES,
  type MetricName,
  metricsOf,
  withoutSubmissions,
} from '@funnel/domain';
import type { PeriodCounts } from '@funnel/metrics';
import { z } from 'zod';

const WITHOUT_SUBMISSIONS = METRIC_NAMES.filter((name) => name !== 'submissions');

/** The metrics of a subject; `previous` and `changes` only with previous_period. */
export const metricsSchema = blockOf(METRIC_NAMES).meta({ id: 'Metrics' });

/** The metrics of a website: without submissions. */
export const websiteMetricsSchema = blockOf(WITHOUT_SUBMISSIONS).meta({ id: 'WebsiteMetrics' });

export function metricsBlock({ current, previous }: PeriodCounts): z.infer<typeof metricsSchema> {
  const metrics = metricsOf(current);
  if (!previous) return metrics;
  const before = metricsOf(previous);
  return { ...metrics, previous: before, changes: changesOf(metrics, before) };
}

export function websiteMetricsBlock({
  current,
  previous,
}: PeriodCounts): z.infer<typeof websiteMetricsSchema> {
  const metrics = withoutSubmissions(metricsOf(current));
  if (!previous) return metrics;
  const before = withoutSubmissions(metricsOf(previous));
  const changes = changesOf<Exclude<MetricName, 'submissions'>>(metrics, before);
  return { ...metrics, previous: before, changes };
}

/** An element has no views of its own: it has those of its step. */
export function withViewsOf(step: PeriodCounts, element: PeriodCounts): PeriodCounts {
  return {
    current: { ...element.current, views: step.current.views },
    previous: element.previous && step.previous && { ...element.previous, views: step.previous.views },
    fair: element.fair &&
      step.fair && {
        current: { ...element.fair.current, views: step.fair.current.views },
        base: { ...element.fair.base, views: step.fair.base.views },
      },
  };
}

function blockOf<Name extends MetricName>(names: readonly Name[]) {
  const entries = names.map((name) => [name, valueOf(name)] as const);
  const values = Object.fromEntries(entries) as Record<Name, z.ZodNumber>;
  const changes = Object.fromEntries(names.map((name) => [name, z.number().nullable()])) as Record<
    Name,
    z.ZodNullable<z.ZodNumber>
  >;
  return z.object({
    ...values,
    previous: z.object(values).optional().describe('The same metrics in the period before.'),
    changes: z
      .object(changes)
      .optional()
      .describe('Percent change per metric, 2 decimals; null if the previous value is 0.'),
  });
}

function valueOf(name: MetricName): z.ZodNumber {
  const { text, unit, whenZero } = METRIC_DICTIONARY[name];
  const isWhole = unit !== 'percent' && unit !== 'currency';
  return (isWhole ? z.int() : z.number()).describe(`${text} Unit: ${unit}; ${whenZero}.`);
}
