import { expectAnswer } from '../measure/http-callers.ts';
import { ratios } from '../measure/statistics.ts';
import { inTurns, type Measure, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, questionOf } from '../questions.ts';
import { medianText, ratioRow, type Row } from '../report/table.ts';
import type { Stage } from './stage.ts';

/**
 * Every report over HTTP, one request after the other, compared with the handler that only checks the token, and with
 * DuckDB, exact and approximate, which needs neither HTTP nor a token. For information.
 */
export async function measureEveryReport({ http, floor, callers, duckdb, settings }: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const question of QUESTION_NAMES.map((name) => questionOf(name))) {
    const target = http.rest(question);
    const contenders: Record<string, Measure> = {
      floor: () => timeOf(() => expectAnswer(callers, floor.authenticated)),
      http: () => timeOf(() => expectAnswer(callers, target)),
      ...(question.events && {
        exact: () => timeOf(() => duckdb.exact.ask(question)),
        approximate: () => timeOf(() => duckdb.approximate.ask(question)),
      }),
    };
    const {
      floor: floorMs = [],
      http: httpMs = [],
      exact,
      approximate,
    } = await inTurns(contenders, settings);
    const about = {
      what: `${question.title}, over HTTP, 1 caller, time`,
      against: 'the handler with authentication',
    };
    const row = ratioRow(about, httpMs, floorMs, 'ms');
    const timesOf = (others: number[]) => medianText(ratios(httpMs, others), 'times');
    if (exact && approximate)
      row.detail += `; ${timesOf(exact)} times DuckDB with exact counts, ${timesOf(approximate)} with approximate ones`;
    rows.push(row);
  }
  return rows;
}
