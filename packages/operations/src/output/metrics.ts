import {
  type Counts,
  changesOf,
  METRIC_DICTIONARY,
  METRIC_NAMES,
  type MetricName,
  metricsOf,
  withoutSubmissions,
} from '@funnel/domain';
import { z } from 'zod';

const WITHOUT_SUBMISSIONS = METRIC_NAMES.filter((name) => name !== 'submissions');

/** Spec 2.1; `previous` and `changes` only where the previous period is compared. */
export const metricsSchema = blockOf(METRIC_NAMES);
/** The website report's: without submissions. */
export const websiteMetricsSchema = blockOf(WITHOUT_SUBMISSIONS);

export type MetricsBlock = z.infer<typeof metricsSchema>;
export type WebsiteMetricsBlock = z.infer<typeof websiteMetricsSchema>;

/** Counts of a subject in the window and, where it is compared, in the one before. */
export interface Compared {
  current: Counts;
  previous?: Counts | undefined;
}

export function metricsBlock({ current, previous }: Compared): MetricsBlock {
  const metrics = metricsOf(current);
  if (!previous) return metrics;
  const before = metricsOf(previous);
  return { ...metrics, previous: before, changes: changesOf(metrics, before) };
}

export function websiteMetricsBlock({ current, previous }: Compared): WebsiteMetricsBlock {
  const metrics = withoutSubmissions(metricsOf(current));
  if (!previous) return metrics;
  const before = withoutSubmissions(metricsOf(previous));
  const changes = changesOf<Exclude<MetricName, 'submissions'>>(metrics, before);
  return { ...metrics, previous: before, changes };
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
      .describe('Percent change per metric, 2 decimals; null where the previous value is 0.'),
  });
}

function valueOf(name: MetricName): z.ZodNumber {
  const { text, unit, whenZero } = METRIC_DICTIONARY[name];
  const isWhole = unit !== 'percent' && unit !== 'currency';
  return (isWhole ? z.int() : z.number()).describe(`${text} Unit: ${unit}; ${whenZero}.`);
}
