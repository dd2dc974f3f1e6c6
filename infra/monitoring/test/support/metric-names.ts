const FUNCTIONS = new Set([
  'absent',
  'and',
  'by',
  'histogram_quantile',
  'increase',
  'max',
  'rate',
  'sum',
  'time',
  'topk',
]);

/** The names of the metrics in an expression of Prometheus; a histogram by the name that `/metrics` describes. */
export function metricNames(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replaceAll(/\bby\s*\([^)]*\)/g, ' ');
  const names = (bare.match(/[a-z_][\w]*/gi) ?? []).filter((name) => !FUNCTIONS.has(name));
  return [...new Set(names.map((name) => name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds')))];
}
