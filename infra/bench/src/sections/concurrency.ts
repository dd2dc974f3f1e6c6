import { withBusyCore } from '../measure/busy-core.ts';
import { HttpCallers, type LoadResult } from '../measure/http-callers.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { questionOf } from '../product/questions.ts';
import { medianText, type Row } from '../report/table.ts';
import { type Crowd, crowdRows, loadWithCrowd } from './impatience.ts';
import { answerRow, limitRows, refusalRow, statusText } from './load-rows.ts';
import { say, type Stage } from '../stage.ts';

/** The website report with more and more connections, with less and less processor, and with less and less patience. */
export async function measureConcurrency({ http, settings }: Stage): Promise<Row[]> {
  const target = http.rest(questionOf('website_30'));
  const { connections: numbers, crowd, atOnce, concurrencyMs, concurrencyRounds } = settings;
  const most = Math.max(...numbers);
  const load = async (connections: number) => {
    const callers = new HttpCallers(connections);
    try {
      await callers.loadWith(target, connections);
      return await callers.loadFor(target, concurrencyMs);
    } finally {
      callers.close();
    }
  };
  const loads = new Map<number, LoadResult[]>(numbers.map((connections) => [connections, []]));
  const [busy, allWait]: [LoadResult[], LoadResult[]] = [[], []];
  const [repeating, reconnecting]: [Crowd[], Crowd[]] = [[], []];
  for (let round = 0; round < concurrencyRounds; round++) {
    say(`${numbers.join(', ')} connections, round ${round + 1} of ${concurrencyRounds}`);
    for (const [connections, results] of loads) results.push(await load(connections));
    busy.push(await withBusyCore(() => load(most)));
    allWait.push(await load(crowd.patient + crowd.impatient));
    for (const keepAlive of [true, false]) {
      const crowdOptions = { crowd, durationMs: concurrencyMs, keepAlive };
      (keepAlive ? repeating : reconnecting).push(await loadWithCrowd(target, crowdOptions));
    }
  }
  say(`${atOnce} requests at once`);
  const burst = new HttpCallers(atOnce);
  const burstResult = await withBusyCore(() => burst.loadWith(target, atOnce));
  burst.close();

  const crowded = `${(crowd.patient + crowd.impatient).toLocaleString('en')} callers that all wait`;
  const together = `${crowd.patient} callers and ${crowd.impatient.toLocaleString('en')} impatient ones`;
  const many = loads.get(most) ?? [];
  const best = many.map((_, round) =>
    Math.max(...[...loads.values()].map((others) => others[round]?.perSecond ?? 0)),
  );
  const paces = [...loads].map(
    ([connections, results]) => `${connections}: ${medianText(paceOf(results), 'requests/s')}`,
  );
  return [
    {
      what: `${atOnce} requests at once while another process keeps a core busy, answered`,
      against: '',
      unit: 'requests',
      target: { atLeast: atOnce },
      measured: spreadOf([burstResult.statuses['200'] ?? 0]),
      detail: statusText(burstResult.statuses),
    },
    {
      what: `${most} connections, pace`,
      against: 'the best number of connections',
      unit: 'times',
      target: { atLeast: 0.8 },
      measured: spreadOf(ratios(paceOf(many), best)),
      detail: paces.join(', '),
    },
    ...limitRows(`${most} connections`, many),
    ...limitRows(`${most} connections and a busy core`, busy),
    {
      what: `${crowded}, pace`,
      against: 'the best number of connections',
      unit: 'times',
      measured: spreadOf(ratios(paceOf(allWait), best)),
      detail: medianText(paceOf(allWait), 'requests/s'),
    },
    answerRow(crowded, allWait),
    refusalRow(crowded, allWait),
    ...crowdRows(`${together}, which repeat at once`, repeating, { allWait, crowd, keepAlive: true }),
    ...crowdRows(`${together}, which repeat at once and connect anew`, reconnecting, {
      allWait,
      crowd,
      keepAlive: false,
    }),
  ];
}

function paceOf(results: readonly LoadResult[]): number[] {
  return results.map(({ perSecond }) => perSecond);
}
