import { setTimeout as sleep } from 'node:timers/promises';
import { OK, startCallers } from '../load/callers.ts';
import { campaignIds } from '../load/data.ts';
import { say } from '../trial.ts';
import type { Stage } from './stage.ts';

/**
 * Kills the intake, the worker that folds, and PostgreSQL with SIGKILL at random moments under load. Every batch is
 * repeated until it is answered with 200. Then every number must be what was sent.
 */
export async function killAtRandom(stage: Stage, kills: number): Promise<void> {
  const { recount, endpoints } = stage;
  const senders = campaignIds.length;
  const callers = startCallers({ endpoints, recount, senders, readsBack: true, pauseMs: 0 });
  const killed = await killOneByOne(kills, stage);
  await callers.stop();
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
      differences: 0,
      crashes: 0,
    }),
  );
}

/** Kills one after the other, as soon as the last one may have recovered or not. */
async function killOneByOne(count: number, { postgres, services }: Stage): Promise<Record<string, number>> {
  const ways: Record<string, () => Promise<void> | void> = {
    intake: () => services.kill('event-intake'),
    worker: () => services.kill('insights-worker'),
    backend: () => postgres.killBackend(),
    server: async () => {
      await postgres.kill();
      await postgres.start();
    },
  };
  // The database takes longest to recover; it gets a third.
  const turns = ['intake', 'worker', 'intake', 'worker', 'backend', 'server'];
  const killed: Record<string, number> = {};
  for (let number = 1; number <= count; number++) {
    await sleep(300 + Math.random() * 2_000);
    const way = turns[Math.floor(Math.random() * turns.length)] ?? 'intake';
    await ways[way]?.();
    killed[way] = (killed[way] ?? 0) + 1;
    if (number % 10 === 0 || number === count) say(`${number} of ${count} kills`);
  }
  return killed;
}
