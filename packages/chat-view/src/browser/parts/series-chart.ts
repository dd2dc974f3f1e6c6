import uPlot from 'uplot';
import type { Point } from "../bodies.ts";
import type { Format } from '../format.ts';
import { el } from '../html.ts';
import { type Metric, shown } from '../metrics.ts';
import type { Series } from '../series.ts';
import { numberTable } from './number-table.ts';

const HEIGHT = 170;

/** A metric over time, with the period before it behind, and the same numbers as a table. */
export function seriesChart(series: Series, metric: Metric, format: Format): HTMLElement {
  const { points, before } = series;
  const readout = el('p', { class: 'readout', 'aria-hidden': 'true' });
  const say = (index: number | null | undefined) => readout.replaceChildren(...legend(series, metric, format, index));
  say(undefined);
  const canvas = el('div', { class: 'chart', role: 'img', 'aria-label': summary(series, metric, format) });
  const values = (list: readonly { [key in Metric['key']]: number }[] | undefined) =>
    points.map((_point, index) => list?.[index]?.[metric.key] ?? null);
  const data: uPlot.AlignedData = [points.map((_point, index) => index), values(before), values(points)];
  drawWhenShown(canvas, () => {
    const { text, line, accent, accentSoft, faint, faintSoft } = colours(canvas);
    const axis = { stroke: text, font: fontOf(canvas), ticks: { show: false } };
    return new uPlot(
      {
        width: canvas.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        padding: [8, 8, 0, 0],
        cursor: { y: false, drag: { x: false }, points: { size: 7 } },
        scales: { x: { time: false, range: (_chart, low, high) => [low, Math.max(high, low + 1)] }, y: { range: fromZero } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            incrs: [1, 2, 7, 14, 28, 56, 112],
            space: 56,
            values: (_chart, ticks) => ticks.map((tick) => (points[tick] ? format.day(points[tick].date) : '')),
          },
          {
            ...axis,
            grid: { stroke: line, width: 1 },
            size: 48,
            values: (_chart, ticks) => ticks.map((tick) => format.short(tick)),
          },
        ],
        series: [
          {},
          { stroke: faint, fill: faintSoft, width: 1.5, dash: [4, 4], points: { show: false } },
          { stroke: accent, fill: accentSoft, width: 2, points: { show: points.length < 3 } },
        ],
        hooks: { setCursor: [(chart) => say(chart.cursor.idx)] },
      },
      data,
      canvas,
    );
  });
  const rows = points.map((point, index) => {
    const earlier = before?.[index];
    return [
      format.day(point.date),
      shown(metric.key, point[metric.key], format),
      ...(before ? [earlier ? shown(metric.key, earlier[metric.key], format) : '–'] : []),
    ];
  });
  const head = [`By ${series.groupBy}`, metric.label, ...(before ? ['Period before'] : [])];
  return el('section', { class: 'series' }, readout, canvas, numberTable(`${metric.label} as a table`, head, rows));
}

/** The legend; under the pointer with the numbers of that day. */
function legend({ points, before }: Series, metric: Metric, format: Format, index: number | null | undefined): Node[] {
  const [point, earlier] = index === null || index === undefined ? [] : [points[index], before?.[index]];
  const text = (name: string, at: typeof point) =>
    at ? `${format.day(at.date)}: ${shown(metric.key, at[metric.key], format)}` : name;
  return [
    el('span', { class: 'key now' }, text(metric.label, point)),
    ...(before ? [el('span', { class: 'key before' }, text('Period before', earlier))] : []),
  ];
}

/** What the picture says, for people who hear it. */
function summary({ points, groupBy }: Series, metric: Metric, format: Format): string {
  const highest = points.reduce((best, point) => (point[metric.key] > best[metric.key] ? point : best), points[0] as Point);
  return `${metric.label} by ${groupBy}; the highest is ${shown(metric.key, highest[metric.key], format)} on ${format.day(highest.date)}. The table below has every number.`;
}

function fromZero(_chart: uPlot, _low: number, high: number): [number, number] {
  return [0, high > 0 ? high * 1.08 : 1];
}

/** A canvas has no style sheet: its colours are read from the page, and again when the theme or the width changes. */
function drawWhenShown(canvas: HTMLElement, draw: () => uPlot): void {
  let chart: uPlot | undefined;
  const redraw = () => {
    chart?.destroy();
    chart = undefined;
    if (canvas.isConnected && canvas.clientWidth > 0) chart = draw();
  };
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (!canvas.isConnected) return observer.disconnect();
    if (canvas.clientWidth !== width) {
      width = canvas.clientWidth;
      redraw();
    }
  });
  observer.observe(canvas);
  const themes = new MutationObserver(() => (canvas.isConnected ? redraw() : themes.disconnect()));
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] });
}

function colours(canvas: HTMLElement) {
  const probe = el('span', { class: 'probe' });
  canvas.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    text: read('quiet'),
    line: read('line'),
    accent: read('accent'),
    accentSoft: read('accent-soft'),
    faint: read('faint'),
    faintSoft: read('faint-soft'),
  };
  probe.remove();
  return found;
}

function fontOf(canvas: HTMLElement): string {
  return `11px ${getComputedStyle(canvas).fontFamily}`;
}
