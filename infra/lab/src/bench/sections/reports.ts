import { longestTurnMs } from '@funnel/testing';
import { spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, type QuestionName, questionOf } from '../product/questions.ts';
import { formatValue, ratioRow, type Row } from '../report/table.ts';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';

/** How many round trips each question may take that is asked for the first time. The others are shown without a target. */
const FIRST_TARGETS: Partial<Record<QuestionName, number>> = {
  website_30: 60,
  website_365: 60,
  website_series: 150,
  campaign_30: 90,
  campaigns_30: 250,
  campaigns_365: 450,
  campaigns_all: 500,
};
/** The same for every question that is asked again. */
const AGAIN_TARGET = 10;
const LONGEST_TURN_MS = 20;

/** Reports without HTTP and authentication, compared with a round trip to the same database that only runs `select 1`. */
export async function measureReports(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of QUESTION_NAMES) rows.push(...(await measureQuestion(stage, name)));
  return rows;
}

async function measureQuestion({ product, settings }: Stage, name: QuestionName): Promise<Row[]> {
  const question = questionOf(name);
  say(question.title);
  const turns: number[] = [];
  for (let time = 0; time < settings.warmUpAsks; time++) {
    product.forget();
    await product.ask(question);
  }
  const times = await inTurns(
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
      roundTrip: () => timeOf(() => product.database.sql`select 1`),
    },
    settings,
  );
  const rowOf = (when: string, atMost: number | undefined, measured: readonly number[]) => {
    const about = { what: `${question.title}, ${when}, time`, against: 'a round trip of `select 1`' };
    const target = atMost === undefined ? {} : { target: { atMost } };
    return ratioRow({ ...about, ...target }, measured, times.roundTrip, 'ms');
  };
  const rows = [
    rowOf('asked for the first time', FIRST_TARGETS[name], times.first),
    rowOf('asked again', AGAIN_TARGET, times.again),
  ];
  if (name === 'campaigns_365') {
    const counted = turns.slice(settings.warmUps);
    rows.push({
      what: `${question.title}, longest turn of the event loop`,
      unit: 'ms',
      target: { atMost: LONGEST_TURN_MS },
      measured: spreadOf(counted),
      detail: `longest of all rounds: ${formatValue(Math.max(...counted), 'ms')}`,
    });
  }
  return rows;
}
