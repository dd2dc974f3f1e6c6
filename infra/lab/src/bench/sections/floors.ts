import { expectAnswer, type HttpTarget } from '../measure/http-callers.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { inTurns } from '../measure/turns.ts';
import { questionOf } from '../product/questions.ts';
import { ratioRow, type Row } from '../report/table.ts';
import { measureProcessorTime } from './processor-time.ts';
import type { Stage } from '../stage.ts';

/** Reports over HTTP with 16 callers, compared with a handler that only checks the token and runs `select 1`. */
export async function measureFloors(stage: Stage): Promise<Row[]> {
  const { http, floor, callers, settings } = stage;
  const website = http.rest(questionOf('website_30'));
  const series = http.rest(questionOf('website_series'));
  for (const target of [floor.bare, floor.authenticated, website, series])
    await expectAnswer(callers, target);
  const paceOf = (target: HttpTarget) => async () =>
    (await callers.loadFor(target, settings.sliceMs)).perSecond;
  const tokens = await inTurns(
    { bare: paceOf(floor.bare), authenticated: paceOf(floor.authenticated) },
    settings,
  );
  const paces = await inTurns(
    { floor: paceOf(floor.authenticated), website: paceOf(website), series: paceOf(series) },
    settings,
  );
  const [over, against] = [`over HTTP, ${callers.count} callers`, 'the handler with authentication'];
  return [
    ratioRow(
      {
        what: `token check: handler with authentication, ${callers.count} callers, pace`,
        against: 'the handler without it',
        target: { atLeast: 0.45 },
      },
      tokens.authenticated,
      tokens.bare,
      'requests/s',
    ),
    ratioRow(
      { what: `website, 30 days, ${over}, pace`, against, target: { atLeast: 0.7 } },
      paces.website,
      paces.floor,
      'requests/s',
    ),
    {
      ...ratioRow(
        {
          what: `website, 90 days by day with previous period, ${over}, time`,
          against,
          target: { atMost: 3 },
        },
        paces.series,
        paces.floor,
        'requests/s',
      ),
      // Twice the time is half the pace.
      measured: spreadOf(ratios(paces.floor, paces.series)),
    },
    ...(await measureProcessorTime(stage)),
  ];
}
