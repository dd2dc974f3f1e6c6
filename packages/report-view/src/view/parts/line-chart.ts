import uPlot from 'uplot';
import { el } from '../browser/html.ts';
import type { Line } from '../series/lines.ts';
import type { Unit } from '../texts/metrics.ts';
import { inStrokes } from '../series/partial-points.ts';

/** Of the vertical axis: whole numbers, because half a viewer does not exist. */
const STEPS = Array.from({ length: 10 }, (_none, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();
/** Rates may be small. */
const PERCENT_STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];
const COLOURS = ['accent', 'second', 'third'];
const DASHES = [4, 4];
/** The side of an axis; the left one is usual. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the library exports the type and not its values
const RIGHT: uPlot.Axis.Side = 1;

/** Lines over the same places of the horizontal axis. */
export interface LineChart {
  /** What the picture says, for people who hear it. */
  label: string;
  /** Up to three. */
  lines: readonly Line[];
  /** Places with fewer days than others, or that are not over: the line to and from them is dashed. */
  partial: readonly number[];
  marks: readonly { index: number; isBad: boolean }[];
  nameOf: (index: number) => string;
  shorten: (unit: Unit, value: number) => string;
  /** Called with the place under the pointer. */
  point: (index: number | null | undefined) => void;
}

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** Draws the chart once it is on the page, and again when the width or the theme changes. */
export function lineChart(chart: LineChart): HTMLElement {
  const place = el('div', { class: 'chart', role: 'img', 'aria-label': chart.label });
  let drawn: uPlot | undefined;
  let width = 0;
  const draw = () => {
    drawn?.destroy();
    drawn = width > 0 ? new uPlot(optionsOf(chart, place), dataOf(chart), place) : undefined;
  };
  const sizes = new ResizeObserver(() => {
    if (!place.isConnected) return sizes.disconnect();
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    draw();
  });
  sizes.observe(place);
  const again = () => {
    if (place.isConnected) return draw();
    themes.disconnect();
    DARK.removeEventListener('change', again);
  };
  const themes = new MutationObserver(again);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] });
  DARK.addEventListener('change', again);
  return place;
}

type Values = (number | null)[];

/** A line as it is drawn: its whole points, the partial ones, and the days before. */
interface Stroke {
  values: Values;
  unit: Unit;
  stroke: uPlot.Series;
}

function strokesOf({ lines, partial }: LineChart, colour: (name: string) => string): Stroke[] {
  const isSingle = lines.length === 1;
  return lines.flatMap(({ values, before, unit }, place): Stroke[] => {
    const name = COLOURS[place] ?? 'faint';
    const { solid, dashed } = inStrokes(values, partial);
    const line = { stroke: colour(name), width: 2 };
    const inDashes = { dash: DASHES, points: { show: false } };
    const earlier = { ...inDashes, stroke: colour('faint'), fill: colour('faint-soft'), width: 1.5 };
    const whole = {
      ...line,
      ...(isSingle && { fill: colour('accent-soft') }),
      points: { show: values.length < 3 || hasLonely(values), size: 5 },
    };
    return [
      ...(before
        ? [{ values: values.map((_value, index) => before[index] ?? null), unit, stroke: earlier }]
        : []),
      { values: solid, unit, stroke: whole },
      ...(partial.length > 0 ? [{ values: dashed, unit, stroke: { ...line, ...inDashes } }] : []),
    ];
  });
}

/** Whether a value has none beside it, so that no line leads to it. */
function hasLonely(values: readonly (number | null)[]): boolean {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  return values.some((_value, index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1));
}

function dataOf(chart: LineChart): uPlot.AlignedData {
  const places = chart.lines[0]?.values.map((_value, index) => index) ?? [];
  return [places, ...strokesOf(chart, () => '').map(({ values }) => values)];
}

function optionsOf(chart: LineChart, place: HTMLElement): uPlot.Options {
  const { nameOf, shorten, point } = chart;
  const colour = coloursOf(place);
  const strokes = strokesOf(chart, colour);
  const font = `11px ${getComputedStyle(place).fontFamily}`;
  const axis = { stroke: colour('quiet'), font, ticks: { show: false } };
  const units = [...new Set(strokes.map(({ unit }) => unit))];
  const range: uPlot.Scale.Range = (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1];
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    legend: { show: false },
    // Room for half of the last name of the horizontal axis.
    padding: [8, units.length > 1 ? 4 : 26, 0, 0],
    cursor: { y: false, drag: { x: false }, points: { size: 7 } },
    scales: { x: { time: false }, ...Object.fromEntries(units.map((unit) => [unit, { range }])) },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        space: 64,
        incrs: [1, 2, 7, 14, 28, 56, 112],
        values: (_chart, ticks) => ticks.map(nameOf),
      },
      // A third unit has a line and no axis: the legend tells its numbers.
      ...units.slice(0, 2).map(
        (unit, side): uPlot.Axis => ({
          ...axis,
          scale: unit,
          ...(side === 1 && { side: RIGHT }),
          grid: side === 0 ? { stroke: colour('line'), width: 1 } : { show: false },
          size: unit === 'percent' ? 52 : 48,
          incrs: unit === 'percent' ? PERCENT_STEPS : STEPS,
          values: (_chart, ticks) => ticks.map((value) => shorten(unit, value)),
        }),
      ),
    ],
    series: [{}, ...strokes.map(({ unit, stroke }) => ({ ...stroke, scale: unit }))],
    hooks: {
      setCursor: [({ cursor }) => point(cursor.idx)],
      draw: [(drawn) => drawMarks(drawn, chart.marks, colour)],
    },
  };
}

/** A thin line with a tip, from top to bottom. */
function drawMarks(drawn: uPlot, marks: LineChart['marks'], colour: (name: string) => string): void {
  const { ctx: pen, bbox } = drawn;
  const ratio = devicePixelRatio;
  pen.save();
  for (const { index, isBad } of marks) {
    const x = Math.round(drawn.valToPos(index, 'x', true));
    pen.strokeStyle = colour(isBad ? 'down' : 'quiet');
    pen.fillStyle = pen.strokeStyle;
    pen.lineWidth = ratio;
    pen.setLineDash([2 * ratio, 3 * ratio]);
    pen.beginPath();
    pen.moveTo(x, bbox.top);
    pen.lineTo(x, bbox.top + bbox.height);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(x - 4 * ratio, bbox.top);
    pen.lineTo(x + 4 * ratio, bbox.top);
    pen.lineTo(x, bbox.top + 6 * ratio);
    pen.fill();
  }
  pen.restore();
}

/** A canvas has no style sheet: its colours are read from the page. */
function coloursOf(place: HTMLElement): (name: string) => string {
  const { color } = place.style;
  return (name) => {
    place.style.color = `var(--${name})`;
    const found = getComputedStyle(place).color;
    place.style.color = color;
    return found;
  };
}
