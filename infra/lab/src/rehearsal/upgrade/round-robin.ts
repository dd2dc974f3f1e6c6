import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { OUTCOME_HEADER } from '../../load/ask.ts';

/** How often it looks at `/readyz` of each instance. */
export const WATCH_MS = 200;
const WATCH_TIMEOUT_MS = 5_000;

/**
 * A small load balancer: gives each request to the next instance that is ready. It never tries again, so that a request
 * that an instance drops is seen by its caller.
 */
export class RoundRobin {
  readonly #instances = new Map<string, boolean>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server = createServer((req, res) => this.#pass(req, res));
  #turn = 0;

  static async listen(port: number): Promise<RoundRobin> {
    const balancer = new RoundRobin();
    await new Promise<void>((resolve, reject) => {
      balancer.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return balancer;
  }

  /** Gives requests to this instance whenever it is ready. Resolves when it first is. */
  async add(url: string): Promise<void> {
    while (!(await isReady(url))) await sleep(WATCH_MS);
    this.#instances.set(url, true);
    void this.#watch(url);
  }

  remove(url: string): void {
    this.#instances.delete(url);
  }

  close(): void {
    this.#instances.clear();
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #watch(url: string): Promise<void> {
    for (; this.#instances.has(url); await sleep(WATCH_MS)) {
      const isReadyNow = await isReady(url);
      if (this.#instances.has(url)) this.#instances.set(url, isReadyNow);
    }
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const ready = [...this.#instances].filter(([, is]) => is).map(([url]) => url);
    this.#turn += 1;
    const instance = ready[this.#turn % ready.length];
    if (!instance) {
      res.writeHead(503, { [OUTCOME_HEADER]: 'no instance is ready' }).end();
      return;
    }
    const { hostname, port } = new URL(instance);
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

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(WATCH_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
