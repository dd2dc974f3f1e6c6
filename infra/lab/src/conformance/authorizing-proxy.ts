import { request } from 'node:http';
import { serveHttp, type TestHttpServer } from '@funnel/testing';

/** Starts a proxy for a tool that cannot send a token: adds the token and changes nothing else, not even Host. */
export async function startAuthorizingProxy(target: string, token: string): Promise<TestHttpServer> {
  const { hostname, port, pathname } = new URL(target);
  const proxy = await serveHttp((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.once('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  return { url: proxy.url + pathname, close: () => proxy.close() };
}
