import { fileURLToPath } from 'node:url';
import { useOwnServer } from '@funnel/testing/own-server';
import { checkUnanswered } from '@funnel/testing/unanswered-database';
import { afterAll, expect, test } from '@jest/globals';
import { startIntakeApp } from './support/intake-app.ts';
import { viewsOf } from './support/shop-events.ts';
import { totalsOf } from './support/totals.ts';

const script = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const server = useOwnServer();
afterAll(() => server.stop());

test('a database that does not answer is 503 in time, and the same events count once when they are sent again', async () => {
  const intake = await startIntakeApp();
  const { token } = await intake.token({ websiteIds: [11] });
  const before = await totalsOf(intake.database, 11);
  const body = JSON.stringify(viewsOf(3));
  await checkUnanswered({
    script,
    env: { ...intake.env, EVENT_INTAKE_PORT: '0', NOW: '2026-11-14T12:00:00Z' },
    applicationName: 'event-intake',
    database: intake.database,
    ask: (url) =>
      fetch(`${url}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      }),
  });
  expect((await totalsOf(intake.database, 11)).views).toBe(before.views + 3);
  await intake.stop();
});
