/** Colours that are readable on a white and on a dark page; the browser chooses. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 14px; font-weight: 600; }
  .small { font-size: 11px; }
  .grid { stroke: #d0d7de; }
  .product { fill: #1a7f37; stroke: #1a7f37; }
  .http { fill: #0969da; stroke: #0969da; }
  .duckdb { fill: #bf8700; stroke: #bf8700; }
  .postgres { fill: #8250df; stroke: #8250df; }
  polyline.line { fill: none; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .grid { stroke: #444c56; }
    .product { fill: #3fb950; stroke: #3fb950; }
    .http { fill: #58a6ff; stroke: #58a6ff; }
    .duckdb { fill: #e3b341; stroke: #e3b341; }
    .postgres { fill: #bc8cff; stroke: #bc8cff; }
  }`;

/** The series of the plots: a class of the style sheet each. */
export type Series = 'product' | 'http' | 'duckdb' | 'postgres';

/** What the series are called. */
export const SERIES_TITLES: Record<Series, string> = {
  product: 'the product, in process',
  http: 'the product, over HTTP',
  duckdb: 'DuckDB on the raw events',
  postgres: 'PostgreSQL on the raw events',
};

/** A complete image. */
export function svgDocument(size: { width: number; height: number }, title: string, body: string[]): string {
  const { width, height } = size;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    text(16, 24, title, 'class="title"'),
    ...body,
    '</svg>',
  ].join('\n')}\n`;
}

/** A text at a place. */
export function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}"${attributes && ` ${attributes}`}>${escape(content)}</text>`;
}

/** A straight line. */
export function line(from: [number, number], to: [number, number], className: string): string {
  const [x1, y1, x2, y2] = [...from, ...to].map((value) => round(value));
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="${className}"/>`;
}

/** The names of the series, side by side. */
export function legend(y: number, entries: readonly [string, string][]): string[] {
  return entries.flatMap(([className, title], index) => [
    `<rect x="${16 + index * 200}" y="${y - 10}" width="12" height="12" class="${className}"/>`,
    text(34 + index * 200, y, title),
  ]);
}

/** One decimal is enough for a pixel. */
export function round(value: number): number {
  return Number(value.toFixed(1));
}

function escape(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
