import { setTimeout as sleep } from 'node:timers/promises';
import { OK, startCallers } from '../load/callers.ts';
import { campaignIds } from '../load/data.ts';
import { say } from '../trial.ts';
import type { KilledLoads } from './killed-loads.ts';
import type { Stage } from './stage.ts';

/** Each day a slice of the ids is packed. In all, far fewer days pass than ids are kept. */
const KILLS_A_DAY = 10;
const MAX_DAYS = 25;
/** Younger ids are not packed. */
const DAYS_BEFORE = 3;
/** How often a worker starts at the end, and how often to look whether it has packed. */
const MAX_STARTS = 5;
const LOOKS = 20;
const LOOK_MS = 500;

/**
 * Kills the intake, the worker, processes that load files, and PostgreSQL with SIGKILL at random moments under load.
 * Every batch is repeated until it is answered with 200, every file is loaded to its end. Then every number must be
 * what was sent.
 */
export async function killAtRandom(stage: Stage, kills: number): Promise<void> {
  const { recount, endpoints } = stage;
  const senders = campaignIds.length;
  const callers = startCallers({ endpoints, recount, senders, readsBack: true, pauseMs: 0 });
  const loads = stage.startLoads();
  const killed = await killOneByOne(kills, stage, loads);
  await Promise.all([callers.stop(), loads.stop()]);
  const packed = await packAtLast(stage);
  say('comparing all numbers, before and after the last fold');
  await stage.check(callers);
  const accepted = callers.answers.filter(({ outcome }) => outcome === OK);
  const batches = accepted.filter(({ caller }) => caller === 'events').length;
  console.log(
    JSON.stringify({
      kills: killed,
      events: recount.size,
      batches,
      retries: callers.answers.length - accepted.length,
      read_back: accepted.length - batches,
      ...loads.counts,
      ...packed,
      differences: 0,
      crashes: 0,
    }),
  );
}

/**
 * Packs what is old enough, so that packed numbers are compared, too. A worker packs as soon as it starts, except a
 * website that is folded at that moment.
 */
async function packAtLast({ services, countPacked }: Stage): ReturnType<Stage['countPacked']> {
  const isDone = ({ packed_ids, packed_rollups }: Awaited<ReturnType<Stage['countPacked']>>) =>
    packed_ids > 0 && packed_rollups > 0;
  let counts = await countPacked();
  for (let start = 1; start <= MAX_STARTS; start++) {
    services.kill('insights-worker');
    for (let look = 1; look <= LOOKS; look++) {
      await sleep(LOOK_MS);
      counts = await countPacked();
      if (isDone(counts)) return counts;
    }
  }
  return counts;
}

/** Kills one after the other, as soon as the last one may have recovered or not. */
async function killOneByOne(
  count: number,
  stage: Stage,
  loads: KilledLoads,
): Promise<Record<string, number>> {
  const { postgres, services } = stage;
  const ways: Record<string, () => Promise<void> | void> = {
    intake: () => services.kill('event-intake'),
    worker: () => services.kill('insights-worker'),
    load: () => loads.kill(),
    backend: () => postgres.killBackend(),
    server: async () => {
      await postgres.kill();
      await postgres.start();
    },
  };
  // What takes longest to recover, the whole server, has the fewest turns.
  const turns = ['intake', 'worker', 'load', 'load', 'worker', 'backend', 'server'];
  const killed: Record<string, number> = {};
  for (let day = 1; day <= DAYS_BEFORE; day++) await stage.passDay();
  for (let number = 1; number <= count; number++) {
    await sleep(300 + Math.random() * 2_000);
    // A worker packs as soon as it starts.
    const isNewDay = number % KILLS_A_DAY === 1 && number < KILLS_A_DAY * MAX_DAYS;
    if (isNewDay) await stage.passDay();
    const way = isNewDay ? 'worker' : (turns[Math.floor(Math.random() * turns.length)] ?? 'intake');
    await ways[way]?.();
    killed[way] = (killed[way] ?? 0) + 1;
    if (number % 10 === 0 || number === count) say(`${number} of ${count} kills`);
  }
  return killed;
}
