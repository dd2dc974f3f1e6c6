import { anyFreePort } from '@funnel/servers';
import { serveHttp, until } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RoundRobin } from '../src/upgrade/round-robin.ts';

let balancer: RoundRobin;
let url: string;
beforeAll(async () => {
  const port = await anyFreePort();
  balancer = await RoundRobin.listen(port);
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => balancer.close());

test('a request that an instance drops is seen by its caller, and so is the lack of instances', async () => {
  let isReady = true;
  const instance = await serveHttp((req, res) => {
    if (req.url === '/readyz') res.writeHead(isReady ? 200 : 503).end();
    else if (req.url === '/dropped') req.destroy();
    else res.end('answer');
  });
  balancer.add(instance.url);
  await balancer.untilReady(instance.url);
  expect(await (await fetch(url)).text()).toBe('answer');
  const dropped = await fetch(`${url}/dropped`);
  expect(dropped.status).toBe(502);
  expect(dropped.headers.get('x-outcome')).toBe('dropped (ECONNRESET)');

  isReady = false;
  await until(async () => expect((await fetch(url)).status).toBe(503));
  await instance.close();
});
