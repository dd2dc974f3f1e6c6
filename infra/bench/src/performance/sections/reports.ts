import { watchingTurns } from '../measure/longest-turn.ts';
import { quantile, ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, type QuestionName, questionOf } from '../questions.ts';
import type { QuestionTimes, SectionResult } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { formatValue } from '../report/table.ts';
import { say } from '../say.ts';
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
export async function measureReports(stage: Stage): Promise<SectionResult> {
  const rows: Row[] = [];
  const times: QuestionTimes[] = [];
  const accuracy = await accuracyRows(stage);
  for (const name of QUESTION_NAMES.filter((each) => questionOf(each).events)) {
    say(questionOf(name).title);
    const measured = await measureQuestion(stage, name);
    times.push(measured.times);
    rows.push(...measured.rows);
  }
  return { rows: [...rows, ...accuracy], times };
}

async function measureQuestion({ product, duckdb, postgres, settings }: Stage, name: QuestionName) {
  const question = questionOf(name);
  const turns: number[] = [];
  for (let time = 0; time < settings.warmUpAsks; time++) {
    product.forget();
    await product.ask(question);
  }
  const fast = await inTurns(
    {
      first: async () => {
        product.forget();
        const { ms, longestTurnMs } = await watchingTurns(() => product.ask(question));
        turns.push(longestTurnMs);
        return ms;
      },
      again: () => timeOf(() => product.ask(question)),
      duckdb: () => timeOf(() => duckdb.ask(question)),
    },
    settings,
  );
  const slow = await inTurns(
    {
      first: () => timeOf(() => product.ask(question)),
      postgres: () => timeOf(() => postgres.ask(question)),
    },
    { rounds: settings.slowRounds, warmUps: 1 },
  );
  const ms = {
    product: quantile(fast.first, 0.5),
    again: quantile(fast.again, 0.5),
    duckdb: quantile(fast.duckdb, 0.5),
    postgres: quantile(slow.postgres, 0.5),
  };
  const limit = TARGETS[name];
  const row = (what: string, times: readonly number[], productMs: number): Row => ({
    what: `${question.title}, ${what}, time`,
    against: 'DuckDB on the raw events',
    unit: 'times',
    ...(limit && { target: { atMost: limit } }),
    measured: spreadOf(ratios(times, fast.duckdb)),
    detail: `${formatValue(productMs, 'ms')} against ${formatValue(ms.duckdb, 'ms')}; PostgreSQL ${formatValue(ms.postgres, 'ms')}`,
  });
  const rows: Row[] = [
    row('asked for the first time', fast.first, ms.product),
    row('asked again', fast.again, ms.again),
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
  return { rows, times: { title: question.title, ...ms } };
}
