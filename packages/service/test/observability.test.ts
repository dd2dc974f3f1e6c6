import { describe, expect, test } from '@jest/globals';
import type { Checks } from '../src/http/health.ts';
import { createObservability, createRegistry, type Handler, StartingError } from '../src/index.ts';
import { capturedLogger } from './support/captured-logger.ts';
import { chain, serve } from './support/serve.ts';

const pass = async () => {};
const fail = async () => {
  throw new Error('password authentication failed for user "funnel"');
};

function observabilityWith(checks: Checks, optionalChecks?: Checks) {
  const log = capturedLogger();
  const registry = createRegistry('test');
  const observability = createObservability({ logger: log.logger, registry, checks, optionalChecks });
  const route: Handler = (req, res, next) => {
    const endpoint = observability.endpoints[(req.url ?? '').split('?')[0] ?? ''];
    if (endpoint) endpoint(req, res, next);
    else res.end('from a route');
  };
  return { observability, handler: chain([...observability.middleware, route]), ...log };
}

describe('/healthz', () => {
  test('is 200 while the process runs, even if a check fails', async () => {
    await serve(observabilityWith({ database: fail }).handler, async (url) => {
      const response = await fetch(`${url}/healthz`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: 'ok' });
    });
  });
});

describe('/readyz', () => {
  test('is 200 when every check passes', async () => {
    await serve(observabilityWith({ database: pass, queue: pass }).handler, async (url) => {
      const response = await fetch(`${url}/readyz`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: 'ok', checks: { database: 'ok', queue: 'ok' } });
    });
  });

  test('is 503 and names the failed check, but not the reason', async () => {
    await serve(observabilityWith({ database: fail, queue: pass }).handler, async (url) => {
      const response = await fetch(`${url}/readyz`);
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({
        status: 'unavailable',
        checks: { database: 'failed', queue: 'ok' },
      });
    });
  });

  test('is 200 and says what is missing if the service can do without it', async () => {
    const { handler, lines } = observabilityWith({ database: pass }, { workers: fail, others: pass });
    await serve(handler, async (url) => {
      const response = await fetch(`${url}/readyz`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        status: 'degraded',
        checks: { database: 'ok', workers: 'failed' },
      });
    });
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'readiness check failed', check: 'workers' }),
    );
  });

  test('does not wait for a check that never answers', async () => {
    const never = () => new Promise<void>(() => {});
    await serve(observabilityWith({ database: never, queue: pass }).handler, async (url) => {
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
    });
  });

  test('runs the checks concurrently', async () => {
    let startQueue = () => {};
    const queueStarted = new Promise<void>((resolve) => {
      startQueue = resolve;
    });
    const checks = { database: () => queueStarted, queue: async () => startQueue() };
    await serve(observabilityWith(checks).handler, async (url) => {
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    });
  });

  test('is 503 once the service is stopping', async () => {
    const { observability, handler } = observabilityWith({ database: pass });
    await serve(handler, async (url) => {
      observability.beginStop();
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    });
  });

  test('does not warn of a process that is still starting, unless it never becomes ready', async () => {
    let error: Error = new StartingError('no heartbeat yet');
    const check = async () => {
      throw error;
    };
    const { handler, lines } = observabilityWith({ queue: check });
    await serve(handler, async (url) => {
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect(lines.filter(({ msg }) => msg === 'not ready yet')).toMatchObject([{ level: 'info' }]);
      error = new Error('no heartbeat');
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
    });
    expect(lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual([
      'readiness check failed',
    ]);
  });

  test('logs once why a check failed, and once that it passes again', async () => {
    let check: () => Promise<void> = fail;
    const { handler, lines } = observabilityWith({ database: () => check() });
    await serve(handler, async (url) => {
      await fetch(`${url}/readyz`);
      await fetch(`${url}/readyz`);
      check = pass;
      await fetch(`${url}/readyz`);
      await fetch(`${url}/readyz`);
    });
    expect(lines.filter(({ msg }) => msg.startsWith('readiness')).map(({ level }) => level)).toEqual([
      'warn',
      'info',
    ]);
  });
});

describe('/metrics', () => {
  test('contains the metrics of the process and the duration of requests by method, route and status', async () => {
    await serve(observabilityWith({}).handler, async (url) => {
      await fetch(`${url}/websites/42?email=ann@example.com`);
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text).toContain('process_cpu_seconds_total{service="test"}');
      expect(text).toContain(
        'http_request_duration_seconds_count{service="test",method="GET",route="unmatched",status="200"} 1',
      );
      expect(text).not.toContain('/websites/42');
    });
  });
});

describe('the request log', () => {
  test('has id, method, path, status and duration, but not the query', async () => {
    const { handler, lines, text } = observabilityWith({});
    await serve(handler, async (url) => {
      await fetch(`${url}/contacts?email=ann@example.com`, { headers: { 'X-Request-Id': 'id-1' } });
    });
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'info',
        msg: 'request',
        callerRequestId: 'id-1',
        method: 'GET',
        path: '/contacts',
        status: 200,
        durationMs: expect.any(Number),
      }),
    );
    expect(text()).not.toContain('ann@example.com');
  });

  test('logs health checks at level debug', async () => {
    const { handler, lines } = observabilityWith({});
    await serve(handler, async (url) => {
      for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(url + path);
    });
    expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug', 'debug']);
  });

  test('reports a request that the caller aborted', async () => {
    const { observability, lines } = observabilityWith({});
    const caller = new AbortController();
    const closed = new Promise((resolve) => {
      const neverAnswers: Handler = (_req, res) => {
        res.once('close', resolve);
        caller.abort();
      };
      const handler = chain([...observability.middleware, neverAnswers]);
      void serve(handler, async (url) => {
        await fetch(url, { signal: caller.signal }).catch(() => {});
      });
    });
    await closed;
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request aborted by the caller' }));
  });
});
