import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveHttp, type TestHttpServer } from '@funnel/testing';
import fc from 'fast-check';
import { readArguments } from '../../src/fuzz/main.ts';
import { curlOf, send } from '../../src/fuzz/send.ts';
import { bodyOf, percentEncode } from '../../src/fuzz/values/http.ts';

let server: TestHttpServer;
let received: { url: string | undefined; body: string }[] = [];
beforeAll(async () => {
  server = await serveHttp((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push({ url: req.url, body: Buffer.concat(chunks).toString('base64') });
      res.end();
    });
  });
});
afterAll(() => server.close());

test('the printed command sends the same request', async () => {
  const bodies = fc.sample(bodyOf(fc.constant(Buffer.from(`{"a":"it's"}`)), 'application/json'), {
    numRuns: 12,
    seed: 3,
  });
  for (const { body } of bodies.filter((sent) => (sent.body?.length ?? 0) < 1_000)) {
    const path = `/a/..%2f?x=${percentEncode("'\0\ud800")}`;
    const request = { method: 'POST', path, headers: {}, body, tenant: undefined, operation: '' };
    received = [];
    await send(server.url, request);
    await promisify(execFile)('sh', ['-c', curlOf(server.url, request)]);
    expect(received[1]).toEqual(received[0]);
  }
});

test('a lone surrogate is encoded as it is', () => {
  expect(percentEncode('a\ud800é')).toBe('a%ED%A0%80%C3%A9');
});

test('arguments are checked', () => {
  expect(readArguments(['--requests', '5', '--seed', '7'])).toEqual({ requests: 5, seed: 7 });
  expect(() => readArguments(['--requests', 'many'])).toThrow('--requests must be an integer');
  expect(() => readArguments(['--seed', '-1'])).toThrow();
});
