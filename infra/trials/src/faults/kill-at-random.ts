import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '@funnel/servers';
import { Answers } from './answers.ts';
import { CAMPAIGNS, WEBSITES } from './catalog.ts';
import { say } from './say.ts';
import { Sender } from './sender.ts';
import type { Stage } from './stage.ts';

/**
 * Kills the intake, the worker that folds, and PostgreSQL with SIGKILL at random moments under load, for at least so many
 * seconds. Every batch is repeated until it is answered with 200. Then every number must be what was sent.
 */
export async function killAtRandom(
  stage: Stage,
  { kills, seconds }: { kills: number; seconds: number },
): Promise<void> {
  const { recount, endpoints, services } = stage;
  const answers = new Answers();
  const senders = Array.from(
    { length: CAMPAIGNS },
    (_, index) => new Sender(endpoints, recount, { campaign: index + 1, websites: WEBSITES, answers }),
  );
  let isOver = false;
  const sending = Promise.all(senders.map((sender) => sender.run(() => isOver)));
  const killing = killOneByOne(kills, stage);
  const atLeast = sleep(seconds * 1000, undefined, { ref: false });
  const killed = await Promise.race([killing, sending.then(() => ({}))]);
  await Promise.race([atLeast, sending]);
  isOver = true;
  await sending;

  say('comparing all numbers, before and after the last fold');
  await stage.check();
  const sum = (count: (sender: Sender) => number) => senders.reduce((all, sender) => all + count(sender), 0);
  console.log(
    JSON.stringify({
      kills: killed,
      events: recount.size,
      batches: sum(({ batches }) => batches),
      retries: sum(({ retries }) => retries),
      read_back: sum(({ readBacks }) => readBacks),
      differences: 0,
      crashes: services.crashes.length,
    }),
  );
  failOnCrashes(stage);
}

/** A service may answer with an error, but it must not end. */
export function failOnCrashes({ services }: Stage): void {
  if (services.crashes.length === 0) return;
  const told = services.crashes.map(({ app, log }) => `${app} ended by itself. The end of its log:\n${log}`);
  throw new LocalError(told.join('\n\n'));
}

/** Kills one after the other, as soon as the last one may have recovered or not. */
async function killOneByOne(count: number, { postgres, services }: Stage): Promise<Record<string, number>> {
  const ways: Record<string, () => Promise<void> | void> = {
    intake: () => services.kill('event-intake'),
    worker: () => services.kill('insights-worker'),
    backend: () => postgres.killBackend(),
    server: () => postgres.killServer(),
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
