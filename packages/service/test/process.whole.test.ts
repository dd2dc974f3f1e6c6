import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type StartedProcess, startProcess } from '@funnel/testing';

/** A port that was free a moment ago. */
async function anyFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const script = fileURLToPath(new URL('fixtures/service.mjs', import.meta.url));
const started: StartedProcess[] = [];

function start(env: Record<string, string> = {}): StartedProcess {
  const child = startProcess(script, { FIXTURE_PORT: '0', ...env });
  started.push(child);
  return child;
}

afterEach(async () => {
  for (const child of started.splice(0)) {
    child.signal('SIGKILL');
    await child.exited;
  }
});

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('finishes running requests, closes everything in order and exits with 0', async () => {
    const child = start();
    const url = await child.url();
    const response = await fetch(`${url}/slow`);
    child.signal(signal);
    await child.line('stopping');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect(await response.text()).toBe('begun done');
    expect(await child.exited).toBe(0);
    const closing = child.lines.map(({ msg }) => msg).slice(-3);
    expect(closing).toEqual(['first closed', 'second closed', 'stopped']);
  });
});

describe('in production', () => {
  const env = { NODE_ENV: 'production' };
  test('the public port has no metrics and no results of checks; the operations port has both', async () => {
    const operations = await anyFreePort();
    const child = start({ ...env, OPERATIONS_PORT: String(operations) });
    const url = await child.url();
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('done');
    expect(await (await fetch(`http://127.0.0.1:${operations}/readyz`)).json()).toEqual({
      status: 'ok',
      checks: { capacity: 'ok' },
    });
    expect(await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text()).toContain('process_cpu');
    expect((await fetch(`http://127.0.0.1:${operations}/slow`)).status).toBe(404);
    child.signal('SIGTERM');
    expect(await child.exited).toBe(0);
  });
});

describe('a stop', () => {
  test('makes /readyz fail first, and still accepts requests during SHUTDOWN_DELAY_MS', async () => {
    const child = start({ SHUTDOWN_DELAY_MS: '600000' });
    const url = await child.url();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.signal('SIGTERM');
    await child.line('stopping');
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
  });

  test('exits with 0 after SHUTDOWN_DELAY_MS', async () => {
    const child = start({ SHUTDOWN_DELAY_MS: '100' });
    await child.url();
    child.signal('SIGTERM');
    expect(await child.exited).toBe(0);
  });

  test('that takes too long exits with 1 and a log line', async () => {
    const child = start({ FIXTURE_CLOSE: 'hangs', SHUTDOWN_TIMEOUT_MS: '300' });
    await child.url();
    child.signal('SIGTERM');
    expect(await child.exited).toBe(1);
    expect(child.lines.at(-1)).toMatchObject({ level: 'error', timeoutMs: 300 });
  });

  test('exits immediately with 1 on a second signal', async () => {
    const child = start({ FIXTURE_CLOSE: 'hangs', SHUTDOWN_TIMEOUT_MS: '60000' });
    await child.url();
    child.signal('SIGTERM');
    await child.line('first closed');
    child.signal('SIGINT');
    expect(await child.exited).toBe(1);
  });

  test('exits with 1 if something could not be closed', async () => {
    const child = start({ FIXTURE_CLOSE: 'fails' });
    await child.url();
    child.signal('SIGTERM');
    expect(await child.exited).toBe(1);
    expect(child.lines).toContainEqual(expect.objectContaining({ closer: 'second', msg: 'could not close' }));
  });
});

describe('an unexpected failure', () => {
  test.each([
    ['/throw', 'thrown outside of any request'],
    ['/reject', 'rejected and never caught'],
  ])('of %s is logged as fatal, closes everything and exits with 1', async (path, message) => {
    const child = start();
    await fetch((await child.url()) + path).catch(() => {});
    expect(await child.exited).toBe(1);
    expect(child.lines).toContainEqual(
      expect.objectContaining({ level: 'fatal', err: expect.objectContaining({ message }) }),
    );
    expect(child.lines).toContainEqual(expect.objectContaining({ msg: 'second closed' }));
  });

  test('of the work after the start exits with 1', async () => {
    const child = start({ FIXTURE_WORK: 'fails' });
    expect(await child.exited).toBe(1);
    expect(child.lines).toContainEqual(expect.objectContaining({ level: 'fatal' }));
  });
});

describe('a start', () => {
  test('with an invalid environment prints every problem and exits with 1', async () => {
    const child = start({
      FIXTURE_PORT: 'http',
      LOG_LEVEL: 'loud',
      NODE_ENV: 'production',
      NOW: '2026-11-14T12:00:00Z',
    });
    expect(await child.exited).toBe(1);
    for (const name of ['FIXTURE_PORT', 'LOG_LEVEL', 'NOW']) expect(child.stderr()).toContain(`  ${name} `);
    expect(child.stderr()).not.toContain('    at ');
  });

  test('on a port in use says what to do and exits with 1', async () => {
    const { port } = new URL(await start().url());
    const child = start({ FIXTURE_PORT: port });
    expect(await child.exited).toBe(1);
    expect(child.lines.at(-1)?.msg).toBe(
      `port ${port} on 127.0.0.1 is in use: stop the other process or set FIXTURE_PORT to another port`,
    );
  });

  test('with NOW sets the clock and logs a warning', async () => {
    const child = start({ NOW: '2026-11-14T12:00:00+01:00' });
    expect(await child.line('working')).toMatchObject({ now: '2026-11-14T11:00:00.000Z' });
    expect(child.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'the clock is set by NOW' }),
    );
  });
});

describe('traces', () => {
  test('without a collector, the SDK of OpenTelemetry is not loaded', async () => {
    const child = start();
    expect(await (await fetch(`${await child.url()}/loaded`)).text()).toBe('false');
  });

  test('a collector that is down neither fails requests nor delays the stop; the log says it once', async () => {
    const child = start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    const url = await child.url();
    expect(await (await fetch(`${url}/loaded`)).text()).toBe('true');
    await child.line('traces could not be sent');
    expect((await fetch(url)).status).toBe(200);
    child.signal('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(child.lines.filter(({ msg }) => msg === 'traces could not be sent').length).toBeLessThan(3);
  });
});
