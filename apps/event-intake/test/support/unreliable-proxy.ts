import { request } from 'node:http';
import { type TestHttpServer, serveHttp } from '@funnel/testing';

/** What happens to one request. */
export type Fate = 'unavailable' | 'body too slow' | 'answer lost' | 'forwarded';

/** A proxy in front of a service. The first requests meet the given fates, all others are forwarded. */
export function startUnreliableProxy(target: string, fates: readonly Fate[]): Promise<TestHttpServer> {
  const remaining = [...fates];
  return serveHttp((req, res) => {
    const fate = remaining.shift() ?? 'forwarded';
    if (fate === 'unavailable') {
      req.resume();
      res.writeHead(503, { 'Retry-After': '1' }).end('{"detail":"not now"}');
      return;
    }
    if (fate === 'body too slow') {
      req.resume();
      res.writeHead(408, { Connection: 'close' }).end('{"detail":"too slow"}');
      return;
    }
    const { method, headers, url = '' } = req;
    const forwarded = request(`${target}${url}`, { method, headers }, (answer) => {
      if (fate === 'answer lost') answer.resume().once('end', () => req.socket.destroy());
      else answer.pipe(res.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    req.pipe(forwarded);
  });
}
