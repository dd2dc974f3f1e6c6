import type { Story } from './read-story.ts';

const WIDTH = 860;
const HEIGHT = 310;
const CHART = { left: 470, top: 96, width: 350, height: 150 };
const GAP = 6;

/** Colours for a white and for a dark page; the browser chooses. */
const STYLE = `
  text { font: 15px system-ui, sans-serif; fill: #1f2328; }
  .small { font-size: 12px; fill: #59636e; }
  .head { font-weight: 600; }
  .asked { fill: #ddf4ff; }
  .answered { fill: #f6f8fa; stroke: #d1d9e0; }
  .bar { fill: #1a7f37; }
  .low { fill: #cf222e; }
  .axis { stroke: #d1d9e0; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .small { fill: #9198a1; }
    .asked { fill: #0c2d6b; }
    .answered { fill: #151b23; stroke: #3d444d; }
    .bar { fill: #3fb950; }
    .low { fill: #f85149; }
    .axis { stroke: #3d444d; }
  }`;

/** A question, its answer, and the days that the answer is about. */
export function drawStory({ campaign, week, before, days }: Story): string {
  const found = `${week.conversions} of ${week.views} viewers converted,`;
  const answer = [
    `“${campaign}” is broken: last week`,
    found,
    `after ${before.conversions} of ${before.views} the week before.`,
    'Every other campaign did as usual.',
  ];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${answer.join(' ')}</title>`,
    `<style>${STYLE}\n</style>`,
    '<rect x="20" y="24" width="350" height="48" rx="14" class="asked"/>',
    text(38, 54, 'Did anything change on our campaigns?'),
    '<rect x="60" y="96" width="360" height="150" rx="14" class="answered"/>',
    ...answer.map((line, index) => text(80, 128 + index * 28, line, index === 0 ? 'head' : '')),
    text(CHART.left, 54, 'Conversions a day', 'head'),
    text(CHART.left, 74, `“${campaign}”, two weeks`, 'small'),
    ...bars(days),
    text(20, HEIGHT - 24, 'From the demo data: npm start, and ask.', 'small'),
    '</svg>',
  ].join('\n')}\n`;
}

function bars(days: Story['days']): string[] {
  const { left, top, width, height } = CHART;
  const most = Math.max(...days.map(({ conversions }) => conversions), 1);
  const slot = width / days.length;
  const drawn = days.flatMap(({ date, conversions }, index) => {
    const x = left + index * slot;
    const tall = Math.max((height * conversions) / most, 1);
    const isLast = index >= days.length / 2;
    return [
      `<rect x="${round(x)}" y="${round(top + height - tall)}" width="${round(slot - GAP)}" height="${round(tall)}" rx="2" class="${isLast ? 'low' : 'bar'}"/>`,
      ...(index % 7 === 0 ? [text(x, top + height + 20, date, 'small')] : []),
    ];
  });
  const ground = top + height + 1;
  return [...drawn, `<line x1="${left}" y1="${ground}" x2="${left + width}" y2="${ground}" class="axis"/>`];
}

function text(x: number, y: number, content: string, className = ''): string {
  return `<text x="${round(x)}" y="${round(y)}"${className && ` class="${className}"`}>${content}</text>`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
