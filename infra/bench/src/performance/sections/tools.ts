import { expectAnswer, HttpCallers } from '../measure/http-callers.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns } from '../measure/turns.ts';
import { type QuestionName, questionOf } from '../questions.ts';
import type { SectionResult } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { formatValue } from '../report/table.ts';
import type { Stage } from './stage.ts';

const CALLERS = 16;
const NAMES: QuestionName[] = ['website_30', 'campaigns_30'];

/** The same report from the tool server and from the REST API. For information. */
export async function measureTools({ http, settings }: Stage): Promise<SectionResult> {
  const callers = new HttpCallers(CALLERS);
  const rows: Row[] = [];
  try {
    for (const question of NAMES.map((name) => questionOf(name))) {
      const [rest, tool] = [http.rest(question), http.tool(question)];
      await expectAnswer(callers, rest);
      const answer = await expectAnswer(callers, tool);
      if (!answer.includes('"structuredContent"') || answer.includes('"isError":true'))
        throw new Error(`The tool server answered ${answer.slice(0, 500)}`);
      const paces = await inTurns(
        {
          rest: async () => (await callers.loadFor(rest, settings.sliceMs)).perSecond,
          tool: async () => (await callers.loadFor(tool, settings.sliceMs)).perSecond,
        },
        settings,
      );
      const [toolPace, restPace] = [paces.tool, paces.rest].map((all) =>
        formatValue(spreadOf(all).median, 'requests'),
      );
      rows.push({
        what: `tool ${question.operation}, ${CALLERS} callers, pace`,
        against: 'the REST API',
        unit: 'times',
        measured: spreadOf(ratios(paces.tool, paces.rest)),
        detail: `${toolPace}/s against ${restPace}/s`,
      });
    }
    return { rows };
  } finally {
    callers.close();
  }
}
