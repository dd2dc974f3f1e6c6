import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the tool server. */
export interface AuthorizingProxy {
  /** The address of the tool server through the proxy. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a proxy for a tool that cannot send a token: adds the token and changes nothing else, not even Host. */
export async function startAuthorizingProxy(target: string, token: string): Promise<AuthorizingProxy> {
  const { hostname, port, pathname } = new URL(target);
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.once('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
