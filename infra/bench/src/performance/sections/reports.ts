import { longestTurnMs } from '@funnel/testing';
import { spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, type QuestionName, questionOf } from '../questions.ts';
import { formatValue, medianText, ratioRow, type Row } from '../report/table.ts';
import { say } from '../../bench-context.ts';
import { accuracyRows } from './accuracy.ts';
import type { Stage } from './stage.ts';

/** How long each question may take, relative to DuckDB. The others are shown without a target. */
const TARGETS: Partial<Record<QuestionName, number>> = {
  campaigns_30: 0.5,
  campaigns_365: 0.25,
  campaigns_all: 0.12,
  website_series: 0.15,
  website_30: 0.25,
  campaign_30: 0.25,
  website_365: 0.07,
};
const LONGEST_TURN_MS = 20;

/** Reports without HTTP and authentication, compared with DuckDB and PostgreSQL on the raw events. */
export async function measureReports(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  const accuracy = await accuracyRows(stage);
  for (const name of QUESTION_NAMES.filter((each) => questionOf(each).events)) {
    say(questionOf(name).title);
    rows.push(...(await measureQuestion(stage, name)));
  }
  return [...rows, ...accuracy];
}

async function measureQuestion(
  { product, duckdb, postgres, settings }: Stage,
  name: QuestionName,
): Promise<Row[]> {
  const question = questionOf(name);
  const turns: number[] = [];
  for (let time = 0; time < settings.warmUpAsks; time++) {
    product.forget();
    await product.ask(question);
  }
  const fast = await inTurns(
    {
      first: async () => {
        let ms = 0;
        product.forget();
        turns.push(
          await longestTurnMs(async () => {
            ms = await timeOf(() => product.ask(question));
          }),
        );
        return ms;
      },
      again: () => timeOf(() => product.ask(question)),
      duckdb: () => timeOf(() => duckdb.ask(question)),
    },
    settings,
  );
  const slow = await inTurns(
    { postgres: () => timeOf(() => postgres.ask(question)) },
    { rounds: settings.slowRounds, warmUps: 1 },
  );
  const limit = TARGETS[name];
  const rows = (
    [
      ['asked for the first time', fast.first],
      ['asked again', fast.again],
    ] as const
  ).map(([when, times]) => {
    const about = {
      what: `${question.title}, ${when}, time`,
      against: 'DuckDB on the raw events',
      ...(limit && { target: { atMost: limit } }),
    };
    const row = ratioRow(about, times, fast.duckdb, 'ms');
    return { ...row, detail: `${row.detail}; PostgreSQL ${medianText(slow.postgres, 'ms')}` };
  });
  if (name === 'campaigns_365') {
    const counted = turns.slice(settings.warmUps);
    rows.push({
      what: `${question.title}, longest turn of the event loop`,
      against: '',
      unit: 'ms',
      target: { atMost: LONGEST_TURN_MS },
      measured: spreadOf(counted),
      detail: `longest of all rounds: ${formatValue(Math.max(...counted), 'ms')}`,
    });
  }
  return rows;
}
