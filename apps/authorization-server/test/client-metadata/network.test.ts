import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { network } from '../../src/client-metadata/network.ts';

let server: Server;
let port: number;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(`${req.headers.host} ${req.url}`);
    if (req.url === '/redirect') res.writeHead(302, { Location: '/other' }).end();
    else if (req.url === '/large') res.end('x'.repeat(17 * 1024));
    else if (req.url === '/endless') res.write('x');
    else if (req.url !== '/silent') res.end('the document');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string, timeoutMs = 2000) =>
  network.get(new URL(`http://name.invalid:${port}${path}`), ['127.0.0.1'], AbortSignal.timeout(timeoutMs));

describe('the way out', () => {
  test('connects to the address it was given, whatever the name would resolve to', async () => {
    asked = [];
    expect(await get('/document')).toEqual({ status: 200, body: 'the document' });
    expect(asked).toEqual([`name.invalid:${port} /document`]);
  });

  test('follows no redirect', async () => {
    asked = [];
    expect((await get('/redirect')).status).toBe(302);
    expect(asked).toHaveLength(1);
  });

  test('does not read on beyond 16 KB', async () => {
    await expect(get('/large')).rejects.toThrow('too large');
  });

  test.each(['/silent', '/endless'])('does not wait for %s longer than it is told', async (path) => {
    const startedAt = performance.now();
    await expect(get(path, 200)).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test('resolves a name to all its addresses', async () => {
    expect(await network.resolve('localhost')).toEqual(expect.arrayContaining(['127.0.0.1']));
  });
});
