import { Agent, request } from 'node:http';
import type { Message } from './messages.ts';

/** Where a message is sent. */
export interface Target extends Message {
  url: string;
}

const CONCURRENCY = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

/** Sends requests from eight callers without a pause; counts the responses. */
export async function putUnderLoad(
  target: Target,
  durationMs: number,
): Promise<{ answers: number; seconds: number }> {
  const startedAt = performance.now();
  let answers = 0;
  const callers = Array.from({ length: CONCURRENCY }, async () => {
    while (performance.now() - startedAt < durationMs) {
      await ask(target);
      answers += 1;
    }
  });
  await Promise.all(callers);
  return { answers, seconds: (performance.now() - startedAt) / 1000 };
}

/** Sends one request and returns the response body. Rejects unless it is a result. */
export function ask({ url, headers, body }: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 && text.includes('"result":') && !text.includes('"isError"')) {
          resolve(text);
        } else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
