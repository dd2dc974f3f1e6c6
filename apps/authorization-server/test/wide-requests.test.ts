import type { AuthorizationServer } from '@funnel/fixtures';
import { processorMs, timesAsMuch } from '@funnel/testing';
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
  // It does not come from a page of a session.
  const send = async (fields: number) => expect((await sendForm('a=&'.repeat(fields))).status).toBe(403);
  const inParts = async () => {
    for (let part = 0; part < 50; part += 1) await send(100);
  };
  // What looks through all fields for each of them would take fifty times as long as that.
  expect(await timesAsMuch(processorMs, () => send(5_000), inParts)).toBeLessThan(1);
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
