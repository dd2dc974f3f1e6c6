import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats until it does not throw. */
export async function until<Result>(attempt: () => Promise<Result>, timeoutMs = 8000): Promise<Result> {
  for (const endsAt = performance.now() + timeoutMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await sleep(20);
    }
  }
}
