import uPlot from 'uplot';
import { el } from '../html.ts';

const HEIGHT = 170;
/** Of the vertical axis: whole numbers, because half a viewer does not exist. */
const STEPS = Array.from({ length: 10 }, (_none, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** Lines over the same places of the horizontal axis. */
export interface LineChart {
  /** What the picture says, for people who hear it. */
  label: string;
  values: readonly number[];
  /** Drawn behind, dashed. */
  before?: readonly (number | null)[] | undefined;
  nameOf: (index: number) => string;
  shorten: (value: number) => string;
  /** Called with the place under the pointer. */
  point: (index: number | null | undefined) => void;
}

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
  const themes = new MutationObserver(() => (place.isConnected ? draw() : themes.disconnect()));
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] });
  return place;
}

function dataOf({ values, before }: LineChart): uPlot.AlignedData {
  return [
    values.map((_value, index) => index),
    values.map((_value, index) => before?.[index] ?? null),
    [...values],
  ];
}

function optionsOf({ values, nameOf, shorten, point }: LineChart, place: HTMLElement): uPlot.Options {
  const colour = coloursOf(place);
  const font = `11px ${getComputedStyle(place).fontFamily}`;
  const axis = { stroke: colour('quiet'), font, ticks: { show: false } };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false }, points: { size: 7 } },
    scales: { x: { time: false }, y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        space: 56,
        incrs: [1, 2, 7, 14, 28, 56, 112],
        values: (_chart, ticks) => ticks.map(nameOf),
      },
      {
        ...axis,
        grid: { stroke: colour('line'), width: 1 },
        size: 48,
        incrs: STEPS,
        values: (_chart, ticks) => ticks.map(shorten),
      },
    ],
    series: [
      {},
      {
        stroke: colour('faint'),
        fill: colour('faint-soft'),
        width: 1.5,
        dash: [4, 4],
        points: { show: false },
      },
      {
        stroke: colour('accent'),
        fill: colour('accent-soft'),
        width: 2,
        points: { show: values.length < 3 },
      },
    ],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx)] },
  };
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
