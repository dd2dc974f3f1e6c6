import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@funnel/testing';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';

let intake: IntakeApp;
let oak: string;
let pine: string;
beforeAll(async () => {
  intake = await startIntakeApp();
  const scopes = ['catalog:write'];
  ({ token: oak } = await intake.token({ websiteIds: [11], scopes }));
  ({ token: pine } = await intake.token({ websiteIds: [21], scopes }));
});
afterAll(() => intake.stop());

const area = (websiteId: number, id: number) => ({
  areas: [{ id, website_id: websiteId, name: `Area ${id}` }],
});

test('a long import of one website does not hold up the catalog of another', async () => {
  let isAnswered = false;
  await intake.database.sql.begin(async (other) => {
    // A row that the import of website 11 has to change: it waits in the middle of its work.
    await other`insert into areas (website_id, id, name) values (11, 700, 'Taken')`;
    const long = intake.put(oak, area(11, 700)).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await until(async () => expect(await importsInTheDatabase()).toBe(1));
    const { status } = await intake.put(pine, area(21, 701));
    expect([status, isAnswered]).toEqual([200, false]);
    void long;
  });
  await until(async () => expect(isAnswered).toBe(true));
});

test('documents of one website are written one after another, without a connection for each that waits', async () => {
  let written: Promise<number[]> | undefined;
  await intake.database.sql.begin(async (other) => {
    await other`insert into areas (website_id, id, name) values (11, 710, 'Taken')`;
    const first = intake.put(oak, area(11, 710)).then(({ status }) => status);
    await until(async () => expect(await importsInTheDatabase()).toBe(1));
    const others = [711, 712, 713].map((id) => intake.put(oak, area(11, id)).then(({ status }) => status));
    written = Promise.all([first, ...others]);
    // Time for the others to begin, and to find the website taken.
    await sleep(500);
    expect(await importsInTheDatabase()).toBe(1);
  });
  expect(await written).toEqual([200, 200, 200, 200]);
});

/** How many transactions of the intake wait for a lock. */
async function importsInTheDatabase(): Promise<number> {
  const waiting = await intake.database.sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length;
}
