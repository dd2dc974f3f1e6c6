import type { Note } from '../answers/answer.ts';
import { isMetricKey, METRICS, type MetricKey } from '../texts/metrics.ts';

/** How a report is drawn, apart from what it is about. */
export interface Look {
  /** One to three metrics, drawn over time. Empty: the report decides. */
  metrics: readonly MetricKey[];
  /** Whether rates are drawn, where a metric has one. */
  isRate: boolean;
  byVariant: boolean;
}

export const MAX_LINES = 3;

/** The report decides. */
export const PLAIN: Look = { metrics: [], isRate: false, byVariant: false };

/** The metrics that are drawn first: what broke, or else the first of the funnel. */
export function opened(look: Look, notes: readonly Note[]): Look {
  if (look.metrics.length > 0) return look;
  // What is also down is not the first to look at.
  const broken = notes.find(({ code }) => code === 'broken')?.text.split('Also down')[0];
  if (broken === undefined) return { ...look, metrics: [METRICS[0]?.key ?? 'views'] };
  if (/nobody has viewed|nobody comes/i.test(broken)) return { ...look, metrics: ['views'] };
  const key = /\bcomplet/i.test(broken)
    ? 'completions'
    : /\bsubmi/i.test(broken)
      ? 'submissions'
      : 'conversions';
  return { ...look, metrics: [key], isRate: true };
}

/** With one metric more, the oldest choice first; without it if it was chosen already. */
export function toggled(look: Look, key: MetricKey): Look {
  const others = look.metrics.filter((metric) => metric !== key);
  const isChosen = others.length < look.metrics.length;
  const metrics = isChosen ? others : [...others, key].slice(-MAX_LINES);
  return { ...look, metrics: metrics.length > 0 ? metrics : [key] };
}

/** Writes a look for an address; nothing where the report decides. */
export function lookParameters({ metrics, isRate, byVariant }: Look): Record<string, string> {
  return {
    ...(metrics.length > 0 && { metric: metrics.join(',') }),
    ...(isRate && { as: 'rate' }),
    ...(byVariant && { by: 'variant' }),
  };
}

/** Reads a look from an address. What it does not know is left out. */
export function lookIn(parameters: URLSearchParams): Look {
  const metrics = (parameters.get('metric') ?? '').split(',').filter(isMetricKey);
  return {
    metrics: [...new Set(metrics)].slice(0, MAX_LINES),
    isRate: parameters.get('as') === 'rate',
    byVariant: parameters.get('by') === 'variant',
  };
}
