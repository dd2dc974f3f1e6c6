import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createExchange } from '../src/server/exchange.ts';
import { answers } from './support/failures.ts';
import { selfSignedCertificate } from './support/certificate.ts';
import { type Fixture, createFixture, goodClaims, rejection } from './support/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  Object.assign(fixture.server, { failing: {}, metadata: {} });
});

const authenticate = (token: string) => fixture.authenticator().authenticate(`Bearer ${token}`);

describe('a response of the authorization server', () => {
  test('may be chunked, in pieces that split a character', async () => {
    const text = Buffer.from(JSON.stringify({ active: true, ...goodClaims({ sub: 'Zoë' }) }));
    fixture.server.failing.introspection = (_req, res) => {
      const split = text.indexOf('ë') + 1;
      res.writeHead(200, { 'Transfer-Encoding': 'chunked' });
      res.write(text.subarray(0, split), () => res.end(text.subarray(split)));
    };
    expect((await authenticate('any')).subject).toBe('Zoë');
  });

  test('may have any content type and extra headers', async () => {
    fixture.server.failing.introspection = (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/plain', 'Set-Cookie': ['a=b', 'c=d'], Connection: 'close' });
      res.end(JSON.stringify({ active: true, ...goodClaims() }));
    };
    expect((await authenticate('any')).subject).toBe('alice');
    expect((await authenticate('any')).subject).toBe('alice');
  });

  test('is refused when it is larger than a megabyte', async () => {
    fixture.server.failing.introspection = answers.body(
      JSON.stringify({ active: true, ...goodClaims(), more: 'x'.repeat(1024 * 1024) }),
    );
    expect((await rejection(authenticate('any'))).status).toBe(503);
  });

  test('is not looked for behind a redirect', async () => {
    const { issuer } = fixture.server;
    fixture.server.failing.introspection = (_req, res) => {
      res.writeHead(307, { Location: `${issuer}/jwks` }).end();
    };
    const before = fixture.server.counts.jwks;
    expect((await rejection(authenticate('any'))).status).toBe(503);
    expect(fixture.server.counts.jwks).toBe(before);
  });
});

describe('a closed connection', () => {
  test('is replaced, also when all kept-alive connections were closed at once', async () => {
    const authenticator = fixture.authenticator();
    const headers = Array.from({ length: 10 }, () => `Bearer ${fixture.server.issue(goodClaims())}`);
    const authenticateAll = () => Promise.all(headers.map((header) => authenticator.authenticate(header)));
    await authenticateAll();
    const cut = new Set<unknown>();
    fixture.server.failing.introspection = (req, res) => {
      // Every connection that has served a request before is cut; new ones work.
      if (cut.has(req.socket)) return answers.status(500)(req, res);
      cut.add(req.socket);
      if (cut.size === 10) delete fixture.server.failing.introspection;
      return answers.cut(req, res);
    };
    expect((await authenticateAll()).map(({ subject }) => subject)).toEqual(headers.map(() => 'alice'));
  });

  test('is an error when it was new', async () => {
    fixture.server.failing.introspection = answers.cut;
    const before = fixture.server.counts.introspection;
    expect((await rejection(authenticate('any'))).status).toBe(503);
    // The first connection was kept alive after the metadata was read, the second was new.
    expect(fixture.server.counts.introspection - before).toBe(2);
  });
});

test('a server on https must have a certificate of a known authority', async () => {
  const { key, cert } = selfSignedCertificate('localhost');
  const server = createTlsServer({ key, cert }, (_req, res) => void res.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`);
  const exchange = createExchange({ timeoutMs: 60_000, maxConnections: 1 });
  await expect(exchange(url, { method: 'GET', headers: {} })).rejects.toThrow(/certificate/);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
