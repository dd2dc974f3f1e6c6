import { Agent, get } from 'node:http';

/** Concurrent callers. */
export const CALLERS = 16;

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

/** Sends requests from all callers without a pause; each caller uses its own token of the list. Counts the answers. */
export async function callFor(
  durationMs: number,
  url: string,
  tokens: readonly string[],
): Promise<{ answers: number; seconds: number }> {
  const startedAt = performance.now();
  let answers = 0;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const headers = { authorization: `Bearer ${tokens[caller % tokens.length]}` };
    while (performance.now() - startedAt < durationMs) {
      await call(url, headers);
      answers += 1;
    }
  });
  await Promise.all(callers);
  return { answers, seconds: (performance.now() - startedAt) / 1000 };
}

function call(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    outgoing.on('error', reject);
  });
}
