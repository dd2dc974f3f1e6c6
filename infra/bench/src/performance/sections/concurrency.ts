import { withBusyCore } from '../measure/busy-core.ts';
import { HttpCallers, type LoadResult } from '../measure/http-callers.ts';
import { quantile, spreadOf } from '../measure/statistics.ts';
import { questionOf } from '../questions.ts';
import { medianText, type Row } from '../report/table.ts';
import { say } from '../../bench-context.ts';
import type { Stage } from './stage.ts';

const ANSWERED = '200';
const REFUSED = '503 overloaded';

/** The website report with more and more connections, and with less and less processor. */
export async function measureConcurrency({ http, settings }: Stage): Promise<Row[]> {
  const target = http.rest(questionOf('website_30'));
  const { connections: numbers, atOnce, concurrencyMs, concurrencyRounds } = settings;
  const most = Math.max(...numbers);
  const load = async (connections: number, pauseMs?: number) => {
    const callers = new HttpCallers(connections, pauseMs === undefined ? {} : { pauseMs });
    try {
      await callers.loadWith(target, connections);
      return await callers.loadFor(target, concurrencyMs);
    } finally {
      callers.close();
    }
  };
  const loads = new Map<number, LoadResult[]>(numbers.map((connections) => [connections, []]));
  const busy: LoadResult[] = [];
  const impatient: LoadResult[] = [];
  for (let round = 0; round < concurrencyRounds; round++) {
    say(`${numbers.join(', ')} connections, round ${round + 1} of ${concurrencyRounds}`);
    for (const [connections, results] of loads) results.push(await load(connections));
    busy.push(await withBusyCore(() => load(most)));
    impatient.push(await load(most, 0));
  }
  say(`${atOnce} requests at once`);
  const burst = new HttpCallers(atOnce);
  const burstResult = await withBusyCore(() => burst.loadWith(target, atOnce));
  burst.close();

  const many = loads.get(most) ?? [];
  const shareOfBest = (results: readonly LoadResult[]) =>
    results.map(
      ({ perSecond }, round) =>
        perSecond / Math.max(...[...loads.values()].map((others) => others[round]?.perSecond ?? 0)),
    );
  const paces = [...loads].map(([connections, results]) => {
    const pace = results.map(({ perSecond }) => perSecond);
    return `${connections}: ${medianText(pace, 'requests/s')}`;
  });
  return [
    {
      what: `${atOnce} requests at once while another process keeps a core busy, answered`,
      against: '',
      unit: 'requests',
      target: { atLeast: atOnce },
      measured: spreadOf([burstResult.statuses[ANSWERED] ?? 0]),
      detail: statusText(burstResult.statuses),
    },
    {
      what: `${most} connections, pace`,
      against: 'the best number of connections',
      unit: 'times',
      target: { atLeast: 0.8 },
      measured: spreadOf(shareOfBest(many)),
      detail: paces.join(', '),
    },
    ...limitRows(`${most} connections`, many),
    ...limitRows(`${most} connections and a busy core`, busy),
    {
      what: `${most} connections that repeat refused requests at once, pace`,
      against: 'the best number of connections',
      unit: 'times',
      target: { atLeast: 0.8 },
      measured: spreadOf(shareOfBest(impatient)),
      detail: statusText(sumOf(impatient)),
    },
    {
      what: `${most} connections that repeat refused requests at once, 99th percentile of answers`,
      against: '',
      unit: 'ms',
      target: { atMost: 1_500 },
      measured: spreadOf(impatient.map(({ answeredMs }) => quantile(answeredMs, 0.99))),
      detail: '',
    },
  ];
}

function limitRows(what: string, results: readonly LoadResult[]): Row[] {
  const answered = results.map(({ answeredMs }) => quantile(answeredMs, 0.99));
  const refused = results.filter(({ refusedMs }) => refusedMs.length > 0);
  const statuses = sumOf(results);
  const unexpected = Object.entries(statuses).filter(([status]) => status !== ANSWERED && status !== REFUSED);
  return [
    {
      what: `${what}, 99th percentile of answers`,
      against: '',
      unit: 'ms',
      target: { atMost: 1_000 },
      measured: spreadOf(answered),
      detail: statusText(statuses),
    },
    {
      what: `${what}, 99th percentile of refusals`,
      against: '',
      unit: 'ms',
      target: { atMost: 100 },
      measured:
        refused.length > 0 ? spreadOf(refused.map(({ refusedMs }) => quantile(refusedMs, 0.99))) : null,
      detail: statusText({ [REFUSED]: statuses[REFUSED] ?? 0 }),
    },
    {
      what: `${what}, neither answered nor refused`,
      against: '',
      unit: 'requests',
      target: { atMost: 0 },
      measured: spreadOf([unexpected.reduce((sum, [, count]) => sum + count, 0)]),
      detail: statusText(Object.fromEntries(unexpected)),
    },
  ];
}

function sumOf(results: readonly LoadResult[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { statuses } of results) {
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
}

function statusText(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}
