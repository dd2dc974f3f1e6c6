import { type Database, openDatabase } from '@funnel/db';
import { until } from '@funnel/testing';
import { expect, test } from '@jest/globals';
import { databaseFailure } from '../src/database-failure.ts';
import { openPost, startIntakeApp } from './support/intake-app.ts';
import { linesOf, viewOf, viewsOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';

const SCOPES = ['events:write', 'catalog:write'];

test('a database that is down is 503 with Retry-After, for events and the catalog', async () => {
  const down = openDatabase({ url: 'postgres://user:s3cret@127.0.0.1:1/none', applicationName: 'test' });
  const broken = await startIntakeApp({ wrap: () => down });
  const { token } = await broken.token({ websiteIds: [11], scopes: SCOPES });
  for (const answer of [
    await broken.post(token, [viewOf()]),
    await broken.put(token, { areas: [{ id: 501, website_id: 11, name: 'A' }] }),
  ]) {
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/s3cret|127\.0\.0\.1|ECONN/);
  }
  await broken.stop();
  await down.close();
});

test('a database that is slow is 503, and the same body counts once when it is sent again', async () => {
  const pools: Database[] = [];
  const slow = await startIntakeApp({
    wrap(_database, url) {
      pools.push(openDatabase({ url, applicationName: 'test', statementTimeoutMs: 300 }));
      return pools[0] as Database;
    },
  });
  const { token } = await slow.token({ websiteIds: [11] });
  const before = await totalsOf(slow.database, 11);
  const events = viewsOf(3);
  const holder = await slow.database.sql.reserve();
  await holder`begin`;
  await holder`lock table event_ledger in access exclusive mode`;
  const { status, body, headers } = await slow.post(token, events);
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
  await holder`rollback`;
  holder.release();
  expect((await slow.post(token, events).expect(200)).body).toMatchObject({ recorded: 3, refused: 0 });
  expect((await totalsOf(slow.database, 11)).views).toBe(before.views + 3);
  await pools[0]?.close();
  await slow.stop();
});

test('more requests than the service takes on are 503 immediately', async () => {
  const small = await startIntakeApp({ maxInWork: 1, maxWaitMs: 0 });
  const { token } = await small.token({ websiteIds: [11] });
  const holder = await small.database.sql.reserve();
  await holder`begin`;
  await holder`lock table event_ledger in access exclusive mode`;
  const recording = small.post(token, viewsOf(1)).then(({ status }) => status);
  await until(async () => {
    const { status, body, headers } = await small.post(token, []);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'overloaded', '1']);
  });
  await holder`rollback`;
  holder.release();
  expect(await recording).toBe(200);
  await small.post(token, []).expect(200);
  await small.stop();
});

test('a body that is not complete takes no place', async () => {
  const small = await startIntakeApp({ maxInWork: 1, maxWaitMs: 0 });
  const { token } = await small.token({ websiteIds: [11] });
  const slow = openPost(small.url, token);
  slow.sent.write(linesOf(viewsOf(1)));
  await until(async () => expect((await small.post(token, viewsOf(2))).status).toBe(200));
  slow.sent.end();
  expect((await slow.answered).statusCode).toBe(200);
  await small.stop();
});

test.each([
  ['57014', 503],
  ['57P01', 503],
  ['53300', 503],
  ['40P01', 503],
  ['CONNECTION_CLOSED', 503],
  ['ECONNREFUSED', 503],
  ['22P02', undefined],
  ['42P01', undefined],
])('the code %s of the database is temporary: %s', (code, status) => {
  const plain = databaseFailure(Object.assign(new Error('failed'), { code }));
  const wrapped = databaseFailure(
    new Error('query', { cause: Object.assign(new Error('failed'), { code }) }),
  );
  expect([plain, wrapped].map((error) => (error as { status?: number }).status)).toEqual([status, status]);
});
