import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `attempt` until it stops throwing. The deadline only ends a failing test: keep it generous. */
export async function until<Result>(attempt: () => Promise<Result>, timeoutMs = 60_000): Promise<Result> {
  for (const endsAt = performance.now() + timeoutMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await sleep(20);
    }
  }
}
