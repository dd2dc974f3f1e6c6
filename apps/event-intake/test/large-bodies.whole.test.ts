import { startProcess, until } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { openPost, startIntakeApp } from './support/intake-app.ts';
import { linesOf, viewOf, viewsOf } from './support/shop-events.ts';
import { thisService } from './support/this-service.ts';
import { totalsOf } from './support/totals.ts';

test('finishes a request when it is stopped, and takes 10 MiB bodies at once with little memory', async () => {
  const intake = await startIntakeApp();
  const child = startProcess(thisService.script, {
    ...intake.env,
    EVENT_INTAKE_PORT: '0',
    NOW: '2040-05-06T07:08:09Z',
    // A busy machine may take long; the memory is measured here.
    REQUEST_TIMEOUT_MS: '120000',
    // Eight bodies of 10 MiB and their events do not fit.
    NODE_OPTIONS: '--max-old-space-size=80',
  });
  const url = await child.url();
  const { token } = await intake.token({ websiteIds: [11] });
  const before = await totalsOf(intake.database, 11);

  const metric = async (name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{.*\\} (\\d+)`, 'm').exec(text)?.[1]);
  };
  const memoryMegabytes = async () => (await metric('process_resident_memory_bytes')) / 1024 ** 2;
  // Large events: what is measured is reading, not recording.
  const events = viewsOf(100).map((event) => ({ ...event, note: 'x'.repeat(100_000) }));
  const bodies = [
    { type: 'application/json', text: JSON.stringify(events) },
    { type: 'application/x-ndjson', text: linesOf(events) },
  ];
  const send = async ({ type, text }: { type: string; text: string }) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
    return (await fetch(`${url}/v1/events`, { method: 'POST', headers, body: text })).status;
  };
  expect(await Promise.all(bodies.map(send))).toEqual([200, 200]);
  const settled = await memoryMegabytes();
  const answers = Promise.all(Array.from({ length: 4 }, () => bodies.map(send)).flat());
  let peak = 0;
  const watch = setInterval(() => {
    void memoryMegabytes().then((now) => void (peak = Math.max(peak, now)));
  }, 50);
  expect(new Set(await answers)).toEqual(new Set([200]));
  clearInterval(watch);
  console.log(`resident memory: ${Math.round(settled)} MB, at most ${Math.round(peak)} MB during 8 bodies`);
  expect(peak).toBeLessThan(settled + 80);

  const { sent, answered } = openPost(url, token);
  sent.write(linesOf([viewOf(11, { occurred_at: '2040-05-06T07:00:00Z' })]));
  await until(async () => expect(await metric('request_bodies_arriving')).toBe(1));
  child.signal('SIGTERM');
  await child.line('stopping');
  sent.end();
  expect((await answered).statusCode).toBe(200);
  expect(await child.exited).toBe(0);
  expect((await totalsOf(intake.database, 11)).views).toBe(before.views + 100);
  expect(JSON.stringify(child.lines)).not.toContain(token);
  await intake.stop();
});
