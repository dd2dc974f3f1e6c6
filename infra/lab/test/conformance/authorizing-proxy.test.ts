import { expect, test } from '@jest/globals';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startAuthorizingProxy } from '../../src/conformance/authorizing-proxy.ts';

test('the proxy adds the token and leaves method, path, Host, body and response unchanged', async () => {
  const server = createServer((req, res) => {
    const { host, authorization } = req.headers;
    res.writeHead(403, { 'x-seen': 'yes' });
    void text(req).then((body) => res.end(JSON.stringify([req.method, req.url, host, authorization, body])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = await startAuthorizingProxy(`http://127.0.0.1:${port}/mcp`, 'secret');
  try {
    const { status, seen, body } = await post(`${proxy.url}?a=b`, 'evil.example.com', '{"id":1}');
    expect([status, seen]).toEqual([403, 'yes']);
    expect(JSON.parse(body)).toEqual(['POST', '/mcp?a=b', 'evil.example.com', 'Bearer secret', '{"id":1}']);
  } finally {
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** fetch cannot set the Host header. */
async function post(url: string, host: string, body: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method: 'POST', headers: { host } }, resolve).once('error', reject).end(body);
  });
  return { status: response.statusCode, seen: response.headers['x-seen'], body: await text(response) };
}
