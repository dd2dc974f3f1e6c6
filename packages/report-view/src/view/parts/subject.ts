import type { Metrics, SubjectBody } from '../answers/bodies.ts';
import { el } from '../browser/html.ts';
import { linesOf, linesOfEach } from '../series/lines.ts';
import type { DrawContext } from '../context/draw.ts';
import { comparedDays, comparisonOf, wholeOf } from './change-mark.ts';
import { chartControls } from './chart-controls.ts';
import { metricTiles } from './tiles.ts';
import { seriesChart } from './series-chart.ts';

/** The metrics of one thing, and one to three of them over time. */
export function subject(metrics: Metrics, { data }: Pick<SubjectBody, 'data'>, context: DrawContext): Node[] {
  const { format, look, series, variants, countType, isWaiting, extras, change } = context;
  const comparison = comparisonOf(context);
  const tilesOf = { format, countType, changed: wholeOf(comparison) };
  const compared = comparedDays(comparison, format);
  if (!series || series.points.length < 2) {
    const waiting = isWaiting && el('div', { class: 'chart waiting' });
    const why = !isWaiting && missing(series?.points.length);
    return [
      metricTiles(metrics, { ...tilesOf, chosen: [] }),
      ...compared,
      ...(waiting ? [waiting] : []),
      ...(why ? [el('p', { class: 'explanation' }, why)] : []),
    ];
  }
  const drawn = { metrics: look.metrics, isRate: look.isRate, countType };
  const isByVariant = look.byVariant && variants !== undefined && variants.length > 0;
  const lines = isByVariant ? linesOfEach(variants, drawn) : linesOf(series, drawn);
  const chart = seriesChart(series, lines, { format, marks: extras.marks ?? [] });
  return [
    metricTiles(metrics, {
      ...tilesOf,
      chosen: look.metrics,
      choose: ({ key }) => change({ ...look, metrics: [key] }),
    }),
    ...compared,
    el(
      'div',
      { class: 'over-time' },
      chartControls(context, { chart, hasVariants: hasVariants(data) }),
      chart,
    ),
  ];
}

function hasVariants(data: SubjectBody['data']): boolean {
  return 'variants' in data && data.variants.length > 1;
}

function missing(points: number | undefined): string | undefined {
  if (points === 1) return 'One day has no line over time. Choose more days to see one.';
  return points === 0 ? 'There is nothing to draw in these days.' : undefined;
}
