import { describe, expect, test } from '@jest/globals';
import { Agent, get, request as requestOf } from 'node:http';
import { inTime } from '@funnel/testing';
import { ListenError, startHttpServer } from '../src/running/http-server.ts';

const options = {
  handler: (_req: unknown, res: { end(text: string): void }) => res.end('ok'),
  host: '127.0.0.1',
  port: 0,
  portVariable: 'TEST_PORT',
};

describe('startHttpServer', () => {
  test('picks a free port for 0 and returns it', async () => {
    const server = await startHttpServer(options);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(server.url)).text()).toBe('ok');
    await server.close();
  });

  test('names the variable to change if the port is in use', async () => {
    const server = await startHttpServer(options);
    const port = Number(new URL(server.url).port);
    const second = startHttpServer({ ...options, port });
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use: stop the other process or set TEST_PORT`,
    );
    await server.close();
  });

  test('names the variable to change if the address is not of this machine', async () => {
    await expect(startHttpServer({ ...options, host: '192.0.2.1' })).rejects.toThrow('set HOST to one');
  });

  test.each([
    ['http://evil.example/a?b=http://c/d', '/a?b=http://c/d'],
    ['HTTPS://evil.example', '/'],
    ['http://evil.example?a=b', '/?a=b'],
    ['/a//b', '/a//b'],
    ['//evil.example/a', '//evil.example/a'],
    ['*', '*'],
  ])('takes of the target %s only the path', async (target, path) => {
    const server = await startHttpServer({ ...options, handler: (req, res) => res.end(req.url) });
    const method = target === '*' ? 'OPTIONS' : 'GET';
    const body = await new Promise<string>((resolve, reject) => {
      const request = requestOf(server.url, { method, path: target, agent: false }, (res) => {
        let text = '';
        res.on('data', (part: Buffer) => (text += part.toString())).once('end', () => resolve(text));
      });
      request.once('error', reject).end();
    });
    expect(body).toBe(path);
    await server.close();
  });

  test('asks its callers for new connections from when it drains, and still answers', async () => {
    const server = await startHttpServer(options);
    const connection = async () => (await fetch(server.url)).headers.get('connection');
    expect(await connection()).toBe('keep-alive');
    server.drain();
    expect(await connection()).toBe('close');
    await server.close();
  });

  test('closes although callers keep idle connections open', async () => {
    const server = await startHttpServer(options);
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) => get(server.url, { agent }, (res) => res.resume().once('end', resolve)));
    // The server itself would keep them open for 65 seconds.
    await inTime(server.close());
    agent.destroy();
  });
});
