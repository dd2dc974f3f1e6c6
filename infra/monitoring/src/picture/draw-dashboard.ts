import type { Dashboard } from '../dashboards/dashboards.ts';
import type { Panel, Unit } from '../dashboards/panels.ts';
import type { Series } from './prometheus.ts';

/** A panel, and the answers to its queries. */
export interface AnsweredPanel {
  panel: Panel;
  /** The series with their names. */
  series: readonly { name: string; points: Series['points'] }[];
}

/** The time that a picture shows. */
export interface Range {
  startMs: number;
  endMs: number;
}

const COLUMNS = 2;
const PANEL = { width: 430, height: 220 };
const PLOT = { left: 56, top: 36, right: 14, bottom: 56 };
const [MARGIN, HEADER] = [12, 44];
const COLORS = 8;
const LEGEND_WIDTH = 130;
const SHOWN_SERIES = 6;
const LEGEND_LETTERS = 19;

/** Colours for a white and for a dark page; the browser chooses. */
const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 13px; font-weight: 600; }
  .head { font-size: 16px; font-weight: 600; }
  .panel { fill: #f6f8fa; stroke: #d0d7de; }
  .grid { stroke: #d0d7de; }
  polyline { fill: none; stroke-width: 1.8; }
  ${colorRules(['#1a7f37', '#0969da', '#bf8700', '#8250df', '#cf222e', '#1b7c83', '#bc4c00', '#57606a'])}
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .panel { fill: #161b22; stroke: #30363d; }
    .grid { stroke: #30363d; }
    ${colorRules(['#3fb950', '#58a6ff', '#e3b341', '#bc8cff', '#f85149', '#39c5cf', '#db6d28', '#8b949e'])}
  }`;

function colorRules(colors: string[]): string {
  return colors
    .map((color, index) => `.c${index} { stroke: ${color}; } rect.c${index} { fill: ${color}; }`)
    .join('\n  ');
}

/** Draws a dashboard in the way Grafana lays it out. */
export function drawDashboard(
  { title }: Dashboard,
  answered: readonly AnsweredPanel[],
  range: Range,
): string {
  const width = COLUMNS * (PANEL.width + MARGIN) + MARGIN;
  const height = HEADER + Math.ceil(answered.length / COLUMNS) * (PANEL.height + MARGIN);
  const seconds = Math.round((range.endMs - range.startMs) / 1000);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    text(MARGIN, 28, `${title} (${seconds} seconds of real work)`, 'head'),
    ...answered.flatMap((one, index) => {
      const x = MARGIN + (index % COLUMNS) * (PANEL.width + MARGIN);
      const y = HEADER + Math.floor(index / COLUMNS) * (PANEL.height + MARGIN);
      return [`<g transform="translate(${x} ${y})">`, ...drawPanel(one, range), '</g>'];
    }),
    '</svg>',
  ].join('\n')}\n`;
}

function drawPanel({ panel, series }: AnsweredPanel, range: Range): string[] {
  const shown = series.slice(0, SHOWN_SERIES);
  const most = niceMaximum(Math.max(...shown.flatMap(({ points }) => points.map(([, value]) => value)), 0));
  const [plotWidth, plotHeight] = [
    PANEL.width - PLOT.left - PLOT.right,
    PANEL.height - PLOT.top - PLOT.bottom,
  ];
  const x = (time: number) =>
    PLOT.left + (plotWidth * (time * 1000 - range.startMs)) / (range.endMs - range.startMs);
  const y = (value: number) => PLOT.top + plotHeight * (1 - value / most);
  const ticks = [0, 0.5, 1].map((share) => share * most);
  return [
    `<rect width="${PANEL.width}" height="${PANEL.height}" rx="4" class="panel"/>`,
    text(12, 22, panel.title, 'title'),
    ...ticks.flatMap((value) => [
      `<line x1="${PLOT.left}" x2="${PANEL.width - PLOT.right}" y1="${round(y(value))}" y2="${round(y(value))}" class="grid"/>`,
      text(PLOT.left - 6, y(value) + 4, format(value, panel.unit), '', 'end'),
    ]),
    ...shown.flatMap(({ name, points }, index) => [
      `<polyline class="c${index % COLORS}" points="${points.map(([time, value]) => `${round(x(time))},${round(y(value))}`).join(' ')}"/>`,
      ...legendEntry(name, index),
    ]),
  ];
}

function legendEntry(name: string, index: number): string[] {
  const left = 14 + (index % 3) * (LEGEND_WIDTH + 4);
  const top = PANEL.height - 34 + Math.floor(index / 3) * 18;
  const short = name.length > LEGEND_LETTERS ? `…${name.slice(1 - LEGEND_LETTERS)}` : name;
  return [
    `<rect x="${left}" y="${top - 8}" width="9" height="9" class="c${index % COLORS}"/>`,
    text(left + 14, top, short),
  ];
}

/** The next of 1, 2, 5, 10, 20 and so on. */
function niceMaximum(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((limit) => limit >= value) ?? value;
}

function format(value: number, unit: Unit): string {
  const number = Number(value.toPrecision(2));
  if (unit === 'seconds')
    return number !== 0 && number < 1 ? `${Number((number * 1000).toPrecision(2))} ms` : `${number} s`;
  if (unit === 'share') return `${number * 100} %`;
  return unit === 'count' || unit === 'cores' || unit === 'bytes' ? String(number) : `${number}/s`;
}

function text(x: number, y: number, content: string, className = '', anchor = ''): string {
  const attributes = `${className && ` class="${className}"`}${anchor && ` text-anchor="${anchor}"`}`;
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escape(content)}</text>`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
