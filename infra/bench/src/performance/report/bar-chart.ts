import { logScale } from './log-scale.ts';
import { legend, line, round, SERIES_TITLES, type Series, svgDocument, text } from './svg-document.ts';
import type { QuestionTimes } from './results.ts';

const WIDTH = 860;
const LEFT = 270;
const RIGHT = 70;
const TOP = 84;
const BAR = 11;
const GAP = 12;
const SERIES: Series[] = ['product', 'http', 'duckdb', 'postgres'];

/** The time of every question for every contender, as horizontal bars. */
export function timesChart(title: string, questions: readonly QuestionTimes[]): string {
  const values = questions.flatMap((question) => SERIES.flatMap((series) => question[series] ?? []));
  const scale = logScale(values, [LEFT, WIDTH - RIGHT]);
  const body: string[] = [];
  let y = TOP;
  for (const question of questions) {
    const bars = SERIES.filter((series) => question[series] !== undefined);
    body.push(text(LEFT - 10, y + (bars.length * BAR) / 2 + 4, question.title, 'text-anchor="end"'));
    for (const series of bars) {
      const ms = question[series] ?? 0;
      const width = round(scale.at(ms) - LEFT);
      body.push(
        `<rect x="${LEFT}" y="${round(y)}" width="${width}" height="${BAR - 2}" class="${series}"/>`,
        text(
          LEFT + width + 4,
          y + BAR - 2,
          ms < 10 ? ms.toFixed(1) : String(Math.round(ms)),
          'class="small"',
        ),
      );
      y += BAR;
    }
    y += GAP;
  }
  const grid = scale.ticks.flatMap((tick) => [
    line([scale.at(tick), TOP - 6], [scale.at(tick), y], 'grid'),
    text(scale.at(tick), y + 14, `${tick} ms`, 'text-anchor="middle"'),
  ]);
  const names = legend(
    52,
    SERIES.map((series) => [series, SERIES_TITLES[series]]),
  );
  return svgDocument({ width: WIDTH, height: y + 28 }, title, [...names, ...grid, ...body]);
}
