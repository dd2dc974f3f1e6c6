import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { OUTCOME_HEADER } from '../../faults/answers.ts';

/** How often it looks at `/readyz` of each instance. */
export const WATCH_MS = 200;
const WATCH_TIMEOUT_MS = 5_000;

interface Instance {
  url: URL;
  isReady: boolean;
}

/**
 * A small load balancer: gives each request to the next instance that is ready. It never tries again, so that a request
 * that an instance drops is seen by its caller.
 */
export class RoundRobin {
  readonly #instances = new Map<string, Instance>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((req, res) => this.#pass(req, res));
  #turn = 0;
  #isClosed = false;

  static async listen(port: number): Promise<RoundRobin> {
    const balancer = new RoundRobin();
    await new Promise<void>((resolve, reject) => {
      balancer.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return balancer;
  }

  /** Gives requests to this instance, from when it is ready. */
  add(url: string): void {
    const instance = { url: new URL(url), isReady: false };
    this.#instances.set(url, instance);
    void this.#watch(instance);
  }

  remove(url: string): void {
    this.#instances.delete(url);
  }

  /** Resolves when the instance gets requests. */
  async untilReady(url: string): Promise<void> {
    while (!this.#instances.get(url)?.isReady) await sleep(WATCH_MS / 4);
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #watch(instance: Instance): Promise<void> {
    while (!this.#isClosed && [...this.#instances.values()].includes(instance)) {
      instance.isReady = await isReady(instance.url);
      await sleep(WATCH_MS);
    }
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const ready = [...this.#instances.values()].filter(({ isReady: is }) => is);
    this.#turn += 1;
    const instance = ready[this.#turn % ready.length];
    if (!instance) {
      res.writeHead(503, { [OUTCOME_HEADER]: 'no instance is ready' }).end();
      return;
    }
    const { hostname, port } = instance.url;
    const { method, url: path, headers } = req;
    const passed = request({ hostname, port, method, path, headers, agent: this.#agent }, (answer) => {
      const { connection: _hop, 'keep-alive': _too, ...rest } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(res);
      answer.once('error', () => res.destroy());
    });
    passed.once('error', (error: NodeJS.ErrnoException) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502, { [OUTCOME_HEADER]: `dropped (${error.code})` }).end();
    });
    res.once('close', () => {
      if (!res.writableFinished) passed.destroy();
    });
    req.pipe(passed);
  }
}

async function isReady(url: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(WATCH_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
