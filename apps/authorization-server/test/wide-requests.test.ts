import type { AuthorizationServer } from '@funnel/fixtures';
import { longestTurnMs } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAuthorizationApp } from './support/authorization-app.ts';

let app: AuthorizationServer;
beforeAll(async () => {
  app = await startAuthorizationApp();
  // The first page is drawn by code that is not compiled yet.
  await sendForm('email=ann');
});
afterAll(() => app.stop());

const sendForm = (body: string) =>
  fetch(`${app.url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body,
  });

test('a form with as many fields as allowed holds up nobody, also if they have one name', async () => {
  const turns: number[] = [];
  // Collecting garbage takes processor time, too, but not each time.
  for (let attempt = 0; attempt < 5; attempt++)
    turns.push(
      await longestTurnMs(async () => {
        // It does not come from a page of a session.
        expect((await sendForm('a=&'.repeat(5_000))).status).toBe(403);
      }),
    );
  expect(Math.min(...turns)).toBeLessThan(100);
});

test('a form with more fields gets 413', async () => {
  const response = await sendForm('a=&'.repeat(5_001));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ detail: 'The form has more than 5000 fields.' });
});

test('an address with hundreds of parameters gets 413', async () => {
  const response = await fetch(`${app.url}/authorize?${'a=&'.repeat(3_900)}`, {
    headers: { Accept: 'application/json' },
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ detail: 'The address has more than 200 parameters.' });
});
