import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { expectAnswer, HttpCallers } from '../../src/bench/measure/http-callers.ts';

let server: Server | undefined;
const callers = new HttpCallers(4);
afterEach(() => {
  callers.close();
  server?.close();
});

async function serve(answer: (request: number) => { status: number; body: string }) {
  let requests = 0;
  server = createServer((_req, res) => {
    const { status, body } = answer(requests++);
    res.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {} };
}

test('counts answers, refusals and other errors separately', async () => {
  const target = await serve((request) => {
    if (request === 3) return { status: 503, body: '{"code":"overloaded"}' };
    return request === 5 ? { status: 500, body: '{"code": "internal"}' } : { status: 200, body: '{}' };
  });
  const result = await callers.loadWith(target, 20);
  expect(result.statuses).toEqual({ '200': 18, '503 overloaded': 1, '500 internal': 1 });
  expect(result.answeredMs).toHaveLength(18);
});

test('a server that does not answer is counted, not thrown', async () => {
  const target = await serve(() => ({ status: 200, body: '' }));
  server?.close();
  expect((await callers.loadWith(target, 3)).statuses).toEqual({ 'no answer: ECONNREFUSED': 3 });
  await expect(expectAnswer(callers, target)).rejects.toThrow('no answer: ECONNREFUSED');
});

test('after a refusal, a caller waits as it is asked to', async () => {
  const target = await serve(() => ({ status: 503, body: '{"code":"overloaded"}' }));
  const one = new HttpCallers(1);
  const { statuses } = await one.loadFor(target, 300);
  one.close();
  expect(statuses).toEqual({ '503 overloaded': 1 });
});
