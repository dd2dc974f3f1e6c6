import { describe, expect, test } from '@jest/globals';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { isApplication } from '../src/http/app-messages.ts';
import { startHttpServer } from '../src/running/http-server.ts';

const common = { host: '127.0.0.1', port: 0, portVariable: 'TEST_PORT' };

/** As an application of Express: its requests and responses have methods of their own. */
function application(handler: RequestListener) {
  const request = Object.assign(Object.create(IncomingMessage.prototype) as object, { word: () => 'asked' });
  const response = Object.assign(Object.create(ServerResponse.prototype) as object, {
    word: () => 'answered',
  });
  return Object.assign(handler, { request, response });
}

describe('the requests and responses of an application of Express', () => {
  test('have its prototypes from the start: Express need not change those of each one', async () => {
    const app = application((req, res) => {
      const isReady = [
        Object.getPrototypeOf(req) === app.request,
        Object.getPrototypeOf(res) === app.response,
        req instanceof IncomingMessage,
        res instanceof ServerResponse,
      ];
      const words = [req, res].map((message) => (message as unknown as { word(): string }).word());
      res.end(JSON.stringify([...isReady, ...words]));
    });
    const server = await startHttpServer({ ...common, handler: app, app });
    expect(await (await fetch(server.url)).json()).toEqual([true, true, true, true, 'asked', 'answered']);
    await server.close();
  });

  test('are told from those of another handler', () => {
    expect(isApplication(application(() => {}))).toBe(true);
    expect(isApplication((_req, res) => res.end())).toBe(false);
  });
});
