import { longestTurnMs } from '@funnel/testing';
import { spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, type QuestionName, questionOf } from '../questions.ts';
import { formatValue, medianText, ratioRow, type Row } from '../report/table.ts';
import { say } from '../../bench-context.ts';
import { measureAccuracy } from './accuracy.ts';
import type { Stage } from './stage.ts';

/**
 * How long each question may take, relative to DuckDB with exact counts. Asked again, it must keep the same limit against
 * approximate counts, too. The others are shown without a target.
 */
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

/** Reports without HTTP and authentication, compared with DuckDB, which counts in two ways, and PostgreSQL on the raw events. */
export async function measureReports(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  const accuracy = await measureAccuracy(stage);
  for (const name of QUESTION_NAMES.filter((each) => questionOf(each).events)) {
    say(questionOf(name).title);
    rows.push(...(await measureQuestion(stage, name, accuracy.approximateError)));
  }
  return [...rows, ...accuracy.rows];
}

async function measureQuestion(
  { product, duckdb, postgres, settings }: Stage,
  name: QuestionName,
  approximateError: number,
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
      exact: () => timeOf(() => duckdb.exact.ask(question)),
      approximate: () => timeOf(() => duckdb.approximate.ask(question)),
    },
    settings,
  );
  const slow = await inTurns(
    { postgres: () => timeOf(() => postgres.ask(question)) },
    { rounds: settings.slowRounds, warmUps: 1 },
  );
  const target = TARGETS[name] === undefined ? {} : { target: { atMost: TARGETS[name] } };
  const exact = { against: 'DuckDB, exact counts', ...target };
  const approximate = { against: `DuckDB, counts with errors up to ${formatValue(approximateError, '%')}` };
  const first = `${question.title}, asked for the first time, time`;
  const again = `${question.title}, asked again, time`;
  const withPostgres = (row: Row) => ({
    ...row,
    detail: `${row.detail}; PostgreSQL ${medianText(slow.postgres, 'ms')}`,
  });
  const rows = [
    withPostgres(ratioRow({ what: first, ...exact }, fast.first, fast.exact, 'ms')),
    ratioRow({ what: first, ...approximate }, fast.first, fast.approximate, 'ms'),
    withPostgres(ratioRow({ what: again, ...exact }, fast.again, fast.exact, 'ms')),
    ratioRow({ what: again, ...approximate, ...target }, fast.again, fast.approximate, 'ms'),
  ];
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
