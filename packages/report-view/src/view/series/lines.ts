import type { Point } from '../answers/bodies.ts';
import { labelOf, type Metric, metricOf, type MetricKey, type Unit, unitOf } from '../texts/metrics.ts';
import type { Series } from './series.ts';

export interface Line {
  label: string;
  unit: Unit;
  /** Null where there is nothing to draw: a rate of nobody. */
  values: readonly (number | null)[];
  /** Of the days before, drawn behind; only of a single line. */
  before?: readonly (number | null)[] | undefined;
}

export interface Drawn {
  metrics: readonly MetricKey[];
  isRate: boolean;
  countType: unknown;
}

/** The lines of the chosen metrics. A single one has the days before behind it. */
export function linesOf({ points, before }: Series, { metrics, isRate, countType }: Drawn): Line[] {
  const isSingle = metrics.length === 1;
  return metrics.map(metricOf).map((metric) => ({
    ...nameAndUnit(metric, isRate, countType),
    values: valuesOf(points, metric, isRate),
    ...(isSingle && before && { before: before.map((point) => point && valueOf(point, metric, isRate)) }),
  }));
}

export function linesOfEach(
  each: readonly { name: string; points: readonly Point[] }[],
  { metrics: [key = 'views'], isRate, countType }: Drawn,
): Line[] {
  const metric = metricOf(key);
  const { unit } = nameAndUnit(metric, isRate, countType);
  return each.map(({ name, points }) => ({ label: name, unit, values: valuesOf(points, metric, isRate) }));
}

/** What is drawn, as a heading says it. */
function nameAndUnit(metric: Metric, isRate: boolean, countType: unknown): { label: string; unit: Unit } {
  if (isRate && metric.rate) return { label: metric.rate.label, unit: 'percent' };
  return { label: labelOf(metric, countType), unit: unitOf(metric.key) };
}

function valuesOf(points: readonly Point[], metric: Metric, isRate: boolean): (number | null)[] {
  return points.map((point) => valueOf(point, metric, isRate));
}

function valueOf(point: Point, { key, rate }: Metric, isRate: boolean): number | null {
  if (!isRate || !rate) return point[key];
  return point.views > 0 ? Math.round((10_000 * point[key]) / point.views) / 100 : null;
}
