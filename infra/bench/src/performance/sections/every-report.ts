import { expectAnswer, HttpCallers } from '../measure/http-callers.ts';
import { quantile, ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns, type Measure, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, questionOf } from '../questions.ts';
import type { QuestionTimes, SectionResult } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { formatValue } from '../report/table.ts';
import type { Stage } from './stage.ts';

/**
 * Every report over HTTP with one caller, compared with the handler that only checks the token, and with DuckDB, which
 * needs neither HTTP nor a token. For information.
 */
export async function measureEveryReport({ http, floor, duckdb, settings }: Stage): Promise<SectionResult> {
  const caller = new HttpCallers(1);
  const rows: Row[] = [];
  const times: QuestionTimes[] = [];
  try {
    for (const question of QUESTION_NAMES.map((name) => questionOf(name))) {
      const target = http.rest(question);
      const contenders: Record<string, Measure> = {
        floor: () => timeOf(() => expectAnswer(caller, floor.authenticated)),
        http: () => timeOf(() => expectAnswer(caller, target)),
        ...(question.events && { duckdb: () => timeOf(() => duckdb.ask(question)) }),
      };
      const {
        floor: floorMs = [],
        http: httpMs = [],
        duckdb: duckdbMs,
      } = await inTurns(contenders, settings);
      const [ms, least] = [httpMs, floorMs].map((all) => formatValue(quantile(all, 0.5), 'ms'));
      const versusDuckDb = duckdbMs && formatValue(quantile(ratios(httpMs, duckdbMs), 0.5), 'times');
      rows.push({
        what: `${question.title}, over HTTP, 1 caller, time`,
        against: 'the handler with authentication',
        unit: 'times',
        measured: spreadOf(ratios(httpMs, floorMs)),
        detail: `${ms} against ${least}${versusDuckDb ? `; ${versusDuckDb} times DuckDB` : ''}`,
      });
      times.push({ title: question.title, http: quantile(httpMs, 0.5) });
    }
    return { rows, times };
  } finally {
    caller.close();
  }
}
