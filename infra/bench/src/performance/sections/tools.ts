import { expectAnswer } from '../measure/http-callers.ts';
import { inTurns } from '../measure/turns.ts';
import { type QuestionName, questionOf } from '../questions.ts';
import { ratioRow, type Row } from '../report/table.ts';
import type { Stage } from './stage.ts';

const NAMES: QuestionName[] = ['website_30', 'campaigns_30'];

/** The same report from the tool server and from the REST API. For information. */
export async function measureTools({ http, callers, settings }: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const question of NAMES.map((name) => questionOf(name))) {
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
