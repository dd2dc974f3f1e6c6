import { HttpCallers, type LoadResult } from '../measure/http-callers.ts';
import { quantile, ratios, spreadOf } from '../measure/statistics.ts';
import { questionOf } from '../product/questions.ts';
import { medianText, type Row } from '../report/table.ts';
import { say } from '../../trial.ts';
import type { Stage } from '../stage.ts';

const MAX_ANSWER_MS = 1_000;

/** The website report with more and more connections, the last number of which is more than the service can use. */
export async function measureConcurrency({ http, settings }: Stage): Promise<Row[]> {
  const target = http.rest(questionOf('website_30'));
  const { connections: numbers, concurrencyMs, concurrencyRounds } = settings;
  const loads = new Map<number, LoadResult[]>(numbers.map((connections) => [connections, []]));
  for (let round = 0; round < concurrencyRounds; round++) {
    say(`${numbers.join(', ')} connections, round ${round + 1} of ${concurrencyRounds}`);
    for (const [connections, results] of loads) {
      const callers = new HttpCallers(connections);
      await callers.loadWith(target, connections);
      results.push(await callers.loadFor(target, concurrencyMs));
      callers.close();
    }
  }
  const most = Math.max(...numbers);
  const many = loads.get(most) ?? [];
  const best = many.map((_, round) =>
    Math.max(...[...loads.values()].map((others) => others[round]?.perSecond ?? 0)),
  );
  const paceOf = (results: readonly LoadResult[]) => results.map(({ perSecond }) => perSecond);
  const paces = [...loads].map(
    ([count, results]) => `${count}: ${medianText(paceOf(results), 'requests/s')}`,
  );
  const statuses: Record<string, number> = {};
  for (const [status, count] of many.flatMap((result) => Object.entries(result.statuses)))
    statuses[status] = (statuses[status] ?? 0) + count;
  const { 200: _answered, '503 overloaded': _refused, ...others } = statuses;
  return [
    {
      what: `${most} connections, pace`,
      against: 'the best number of connections',
      unit: 'times',
      target: { atLeast: 0.8 },
      measured: spreadOf(ratios(paceOf(many), best)),
      detail: paces.join(', '),
    },
    {
      what: `${most} connections, 99th percentile of answers`,
      unit: 'ms',
      target: { atMost: MAX_ANSWER_MS },
      measured: spreadOf(many.map(({ answeredMs }) => quantile(answeredMs, 0.99))),
      detail: textOf(statuses),
    },
    {
      what: `${most} connections, neither answered nor refused`,
      unit: 'requests',
      target: { atMost: 0 },
      measured: spreadOf([Object.values(others).reduce((sum, count) => sum + count, 0)]),
      detail: textOf(others),
    },
  ];
}

function textOf(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}
