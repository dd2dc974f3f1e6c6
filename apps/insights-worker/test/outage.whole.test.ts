import {
  type CuttableProxy,
  cuttableProxy,
  readyStatus,
  type StartedProcess,
  startProcess,
  stopProcess,
} from '@funnel/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { type Store, stores } from './support/stores.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const REDIS_DATABASE = 2;

describe.each(stores)('a worker with its queue on $name', ({ open }) => {
  let store: Store;
  let proxy: CuttableProxy;
  let child: StartedProcess;

  /** Only the connection to the storage of the queue goes through the proxy. */
  function start(heartbeatMs = 500): StartedProcess {
    const { databaseUrl, redisUrl } = store;
    const urls = redisUrl ? { DATABASE_URL: databaseUrl, REDIS_URL: proxy.url } : { DATABASE_URL: proxy.url };
    child = startProcess(script, {
      ...urls,
      INSIGHTS_WORKER_PORT: '0',
      HEARTBEAT_INTERVAL_MS: String(heartbeatMs),
      // Closing waits for connections that died; on a busy machine that takes longer than the default.
      SHUTDOWN_TIMEOUT_MS: '60000',
    });
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

  test('starts before its storage, survives an outage of it, and stops on SIGTERM during another', async () => {
    proxy.cut();
    const url = await start().url();
    expect(await readyStatus(url, 503)).toBe(503);
    proxy.restore();
    expect(await readyStatus(url, 200)).toBe(200);
    proxy.cut();
    expect(await readyStatus(url, 503)).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    proxy.restore();
    expect(await readyStatus(url, 200)).toBe(200);
    proxy.cut();
    expect(await readyStatus(url, 503)).toBe(503);
    await stopProcess(child);
  });

  test('opens its queue again when a connection dies without a sign during the start', async () => {
    const frozen = proxy.freezeWhenSent(store.redisUrl ? 'info' : 'search_path');
    const url = await start(250).url();
    await frozen;
    const status = await readyStatus(url, 200);
    expect({ status, log: status === 200 ? [] : child.lines }).toEqual({ status: 200, log: [] });
    await stopProcess(child);
  });

  test('stops by itself while a connection of its queue is dead, whichever it is', async () => {
    for (const text of store.redisUrl ? ['info', 'evalsha', 'bzpopmin'] : ['search_path', 'LISTEN']) {
      const frozen = proxy.freezeWhenSent(text);
      start(60_000);
      await frozen;
      await stopProcess(child);
    }
  });

  test('starts although the connection of the queue is lost at a step of its start', async () => {
    for (const text of store.redisUrl ? ['info', 'evalsha'] : ['search_path', 'advisory', 'LISTEN']) {
      const lost = proxy.resetWhenSent(text);
      const url = await start().url();
      await lost;
      // If the answer that hands out the heartbeat was lost, BullMQ gives it to somebody else after a minute.
      const status = await readyStatus(url, 200, 150_000);
      expect({ text, status, log: status === 200 ? [] : child.lines }).toEqual({
        text,
        status: 200,
        log: [],
      });
      await stopProcess(child);
    }
  });
});
