import { expectAnswer, HttpCallers } from '../measure/http-callers.ts';
import { quantile, ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, type QuestionName, questionOf } from '../questions.ts';
import type { SectionResult } from '../report/results.ts';
import { formatValue } from '../report/table.ts';
import type { Stage } from './stage.ts';

/** Every report over HTTP with one caller, compared with the handler that only checks the token. For information. */
export async function measureEveryReport({ http, floor, settings }: Stage): Promise<SectionResult> {
  const caller = new HttpCallers(1);
  try {
    const targets = Object.fromEntries(QUESTION_NAMES.map((name) => [name, http.rest(questionOf(name))]));
    const measured = await inTurns(
      Object.fromEntries(
        Object.entries({ floor: floor.authenticated, ...targets }).map(([name, target]) => [
          name,
          () => timeOf(() => expectAnswer(caller, target)),
        ]),
      ),
      settings,
    );
    const floorMs = measured['floor'] ?? [];
    const msOf = (name: QuestionName) => measured[name] ?? [];
    return {
      rows: QUESTION_NAMES.map((name) => ({
        what: `${questionOf(name).title}, over HTTP, 1 caller, time`,
        against: 'the handler with authentication',
        unit: 'times',
        measured: spreadOf(ratios(msOf(name), floorMs)),
        detail: [msOf(name), floorMs].map((all) => formatValue(quantile(all, 0.5), 'ms')).join(' against '),
      })),
      times: QUESTION_NAMES.map((name) => ({
        title: questionOf(name).title,
        http: quantile(msOf(name), 0.5),
      })),
    };
  } finally {
    caller.close();
  }
}
