import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HttpTarget {
  url: string;
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadResult {
  seconds: number;
  /** Answers with status 200 per second. */
  perSecond: number;
  statuses: Record<string, number>;
  /** The milliseconds of each answer with status 200. */
  answeredMs: number[];
}

/** The shortest time that `Retry-After` can ask for. */
const PAUSE_MS = 1_000;
const FAILED = 'no answer';

/** Callers that each have a connection of their own and send requests without a pause. */
export class HttpCallers {
  readonly count: number;
  readonly #agent: Agent;

  constructor(count: number) {
    this.count = count;
    this.#agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  }

  close(): void {
    this.#agent.destroy();
  }

  loadFor(target: HttpTarget, durationMs: number): Promise<LoadResult> {
    const until = performance.now() + durationMs;
    return this.#load(target, () => performance.now() < until);
  }

  loadWith(target: HttpTarget, requests: number): Promise<LoadResult> {
    let sent = 0;
    return this.#load(target, () => sent++ < requests);
  }

  /** Returns the status, for a problem with its code: `200`, `503 overloaded`. */
  async ask(target: HttpTarget) {
    const startedAt = performance.now();
    const { status, body } = await this.#send(target);
    return { status, body, ms: performance.now() - startedAt };
  }

  async #load(target: HttpTarget, isDue: () => boolean): Promise<LoadResult> {
    const startedAt = performance.now();
    const result: LoadResult = { seconds: 0, perSecond: 0, statuses: {}, answeredMs: [] };
    const call = async () => {
      while (isDue()) {
        const { status, ms } = await this.ask(target);
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        if (status === '200') result.answeredMs.push(ms);
        if (status.startsWith('503')) await sleep(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: this.count }, call));
    result.seconds = (performance.now() - startedAt) / 1000;
    result.perSecond = result.answeredMs.length / result.seconds;
    return result;
  }

  #send(target: HttpTarget): Promise<{ status: string; body: string }> {
    const { url, method = 'GET', headers, body } = target;
    return new Promise((resolve) => {
      const outgoing = request(url, { method, agent: this.#agent, headers }, (response) => {
        readAnswer(response).then(resolve, () => resolve({ status: FAILED, body: '' }));
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the moment it is used again; clients then repeat the request.
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
        resolve(isStale ? this.#send(target) : { status: `${FAILED}: ${error.code}`, body: '' });
      });
      outgoing.end(body);
    });
  }
}

/** Sends one request and returns the body; throws unless it is answered with 200. */
export async function expectAnswer(callers: HttpCallers, target: HttpTarget): Promise<string> {
  const { status, body } = await callers.ask(target);
  if (status !== '200') throw new Error(`${target.url} answered ${status}: ${body.slice(0, 500)}`);
  return body;
}

async function readAnswer(response: IncomingMessage): Promise<{ status: string; body: string }> {
  const body = await textOf(response);
  const code = response.statusCode === 200 ? undefined : /"code":\s*"(\w+)"/.exec(body)?.[1];
  return { status: [response.statusCode, code].filter(Boolean).join(' '), body };
}
