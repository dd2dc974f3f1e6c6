import { expectAnswer } from '../measure/http-callers.ts';
import { inTurns, timeOf } from '../measure/turns.ts';
import { QUESTION_NAMES, type QuestionName, questionOf } from '../product/questions.ts';
import { ratioRow, type Row } from '../report/table.ts';
import type { Stage } from '../stage.ts';

const AS_TOOLS: QuestionName[] = ['website_30', 'campaigns_30'];

/**
 * Every report over HTTP, one request after the other, compared with the handler that only checks the token; then two of them
 * from the tool server, compared with the REST API. For information.
 */
export async function measureEveryReport(stage: Stage): Promise<Row[]> {
  const { http, floor, callers, settings } = stage;
  const rows: Row[] = [];
  for (const question of QUESTION_NAMES.map((name) => questionOf(name))) {
    const target = http.rest(question);
    const times = await inTurns(
      {
        floor: () => timeOf(() => expectAnswer(callers, floor.authenticated)),
        report: () => timeOf(() => expectAnswer(callers, target)),
      },
      settings,
    );
    const what = `${question.title}, over HTTP, 1 caller, time`;
    const about = { what, against: 'the handler with authentication' };
    rows.push(ratioRow(about, times.report, times.floor, 'ms'));
  }
  return [...rows, ...(await measureTools(stage))];
}

async function measureTools({ http, callers, settings }: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const question of AS_TOOLS.map((name) => questionOf(name))) {
    const [rest, tool] = [http.rest(question), http.tool(question)];
    await expectAnswer(callers, rest);
    const answer = await expectAnswer(callers, tool);
    if (!answer.includes('"structuredContent"') || answer.includes('"isError":true'))
      throw new Error(`The tool server answered ${answer.slice(0, 500)}`);
    const paces = await inTurns(
      {
        rest: () => callers.paceOf(rest, settings.sliceMs),
        tool: () => callers.paceOf(tool, settings.sliceMs),
      },
      settings,
    );
    const what = `tool ${question.operation}, ${callers.count} callers, pace`;
    rows.push(ratioRow({ what, against: 'the REST API' }, paces.tool, paces.rest, 'requests/s'));
  }
  return rows;
}
