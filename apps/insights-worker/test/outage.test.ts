import { readyStatus, type StartedProcess, startProcess, stopProcess } from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { type CuttableProxy, cuttableProxy } from './support/cuttable-proxy.ts';
import { type Store, stores } from './support/stores.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const REDIS_DATABASE = 2;

describe.each(stores)('the worker whose queue is on $name', ({ open }) => {
  let store: Store;
  let proxy: CuttableProxy;
  let child: StartedProcess;

  /** Only the way to the queue's store leads through the proxy. */
  function start(): StartedProcess {
    const { databaseUrl, redisUrl } = store;
    const urls = redisUrl ? { DATABASE_URL: databaseUrl, REDIS_URL: proxy.url } : { DATABASE_URL: proxy.url };
    child = startProcess(script, { ...urls, INSIGHTS_WORKER_PORT: '0', HEARTBEAT_INTERVAL_MS: '500' });
    return child;
  }

  beforeEach(async () => {
    store = await open(REDIS_DATABASE);
    proxy = await cuttableProxy(store.redisUrl ?? store.databaseUrl);
  });
  afterEach(async () => {
    child.signal('SIGKILL');
    await child.exited;
    await proxy.close();
    await store.drop();
  });

  test('is not ready while the store is away, alive all the time, and ready again when it is back', async () => {
    const url = await start().url();
    expect(await readyStatus(url, 200)).toBe(200);
    proxy.cut();
    expect(await readyStatus(url, 503)).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    proxy.restore();
    expect(await readyStatus(url, 200)).toBe(200);
    await stopProcess(child);
  });

  test('starts before its store and becomes ready when that is there', async () => {
    proxy.cut();
    const url = await start().url();
    expect(await readyStatus(url, 503)).toBe(503);
    proxy.restore();
    expect(await readyStatus(url, 200)).toBe(200);
    await stopProcess(child);
  });

  test('stops on SIGTERM although the store is away', async () => {
    const url = await start().url();
    expect(await readyStatus(url, 200)).toBe(200);
    proxy.cut();
    expect(await readyStatus(url, 503)).toBe(503);
    await stopProcess(child);
  });
});
