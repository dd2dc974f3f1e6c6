import { describe, expect, test } from '@jest/globals';
import { Agent, get } from 'node:http';
import { ListenError, startHttpServer } from '../src/index.ts';

const options = {
  handler: (_req: unknown, res: { end(text: string): void }) => res.end('ok'),
  host: '127.0.0.1',
  port: 0,
  portVariable: 'TEST_PORT',
};

describe('startHttpServer', () => {
  test('takes a free port for 0 and says which', async () => {
    const server = await startHttpServer(options);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(server.url)).text()).toBe('ok');
    await server.close();
  });

  test('says which variable to change when the port is taken', async () => {
    const server = await startHttpServer(options);
    const port = Number(new URL(server.url).port);
    const second = startHttpServer({ ...options, port });
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(
      `port ${port} on 127.0.0.1 is taken: stop what listens there or set TEST_PORT`,
    );
    await server.close();
  });

  test('says which variable to change when the address is not of this machine', async () => {
    await expect(startHttpServer({ ...options, host: '192.0.2.1' })).rejects.toThrow(
      'set HOST to one that is',
    );
  });

  test('closes at once although callers keep idle connections', async () => {
    const server = await startHttpServer(options);
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) => get(server.url, { agent }, (res) => res.resume().once('end', resolve)));
    const startedAt = performance.now();
    await server.close();
    expect(performance.now() - startedAt).toBeLessThan(1000);
    agent.destroy();
  });
});
