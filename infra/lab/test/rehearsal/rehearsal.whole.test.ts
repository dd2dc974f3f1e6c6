import { anyFreePort } from '@funnel/servers';
import { serveHttp, until } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { runLab } from '../support/run-lab.ts';
import { RoundRobin } from '../../src/rehearsal/upgrade/round-robin.ts';

test('a service whose instances are replaced one by one drops no request, and no number differs', () => {
  const output = runLab('rehearse', '--quick');
  expect(output).toMatch(/^\| rest-api is replaced \| \d+\.\d s \| [1-9]\d* \| 0 \|/m);
  expect(output).toMatch(/^[1-9]\d* requests, 0 failed; [1-9]\d* events accepted, 0 differences$/m);
});

test('a request that an instance drops is seen by its caller, and so is the lack of instances', async () => {
  const port = await anyFreePort();
  const balancer = await RoundRobin.listen(port);
  const url = `http://127.0.0.1:${port}`;
  let isReady = true;
  const instance = await serveHttp((req, res) => {
    if (req.url === '/readyz') res.writeHead(isReady ? 200 : 503).end();
    else if (req.url === '/dropped') req.destroy();
    else res.end('answer');
  });
  await balancer.add(instance.url);
  expect(await (await fetch(url)).text()).toBe('answer');
  const dropped = await fetch(`${url}/dropped`);
  expect(dropped.status).toBe(502);
  expect(dropped.headers.get('x-outcome')).toBe('dropped (ECONNRESET)');

  isReady = false;
  await until(async () => expect((await fetch(url)).status).toBe(503));
  balancer.close();
  await instance.close();
});
