import { expectAnswer, HttpCallers } from '../measure/http-callers.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns } from '../measure/turns.ts';
import { questionOf } from '../questions.ts';
import type { SectionResult } from '../report/results.ts';
import { formatValue } from '../report/table.ts';
import type { Stage } from './stage.ts';
import { tokenCheckRow } from './token-check.ts';

const CALLERS = 16;

/** Reports over HTTP with 16 callers, compared with a handler that only checks the token and runs `select 1`. */
export async function measureFloors(stage: Stage): Promise<SectionResult> {
  const { http, floor, settings } = stage;
  const callers = new HttpCallers(CALLERS);
  try {
    const targets = {
      floor: floor.authenticated,
      website: http.rest(questionOf('website_30')),
      series: http.rest(questionOf('website_series')),
    };
    for (const target of [floor.bare, ...Object.values(targets)]) await expectAnswer(callers, target);
    const tokenCheck = await tokenCheckRow(stage, callers);
    const paceOf = (name: keyof typeof targets) => async () =>
      (await callers.loadFor(targets[name], settings.sliceMs)).perSecond;
    const paces = await inTurns(
      { floor: paceOf('floor'), website: paceOf('website'), series: paceOf('series') },
      settings,
    );
    const figures = (values: readonly number[]) =>
      [values, paces.floor]
        .map((all) => `${formatValue(spreadOf(all).median, 'requests')}/s`)
        .join(' against ');
    return {
      rows: [
        tokenCheck,
        {
          what: `website, 30 days, over HTTP, ${CALLERS} callers, pace`,
          against: 'the handler with authentication',
          unit: 'times',
          target: { atLeast: 0.6 },
          measured: spreadOf(ratios(paces.website, paces.floor)),
          detail: figures(paces.website),
        },
        {
          what: `website, 90 days by day with previous period, over HTTP, ${CALLERS} callers, time`,
          against: 'the handler with authentication',
          unit: 'times',
          target: { atMost: 3 },
          // Twice the time is half the pace.
          measured: spreadOf(ratios(paces.floor, paces.series)),
          detail: figures(paces.series),
        },
      ],
    };
  } finally {
    callers.close();
  }
}
