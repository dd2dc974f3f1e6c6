import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SCOPES } from '@funnel/domain';
import { type RestApp, startRestApp } from './support/rest-app.ts';

let rest: RestApp;
let token: string;
beforeAll(async () => {
  rest = await startRestApp();
  ({ token } = await rest.token({ websiteIds: [11], scopes: [...SCOPES] }));
});
afterAll(() => rest.stop());

const post = (body: object) => rest.send('post', `Bearer ${token}`, '/contacts').send(body);
const remove = (query: string) => rest.send('delete', `Bearer ${token}`, `/contacts?${query}`);
const found = async (query: string) =>
  (await rest.get(token, `/contacts?${query}`).expect(200)).body.map(({ email }: { email: string }) => email);

test('finds and deletes a contact by an e-mail with an unencoded +, and no other contact', async () => {
  for (const email of ['ann+news@example.com', 'ann@example.com', 'annnews@example.com'])
    await post({ email }).expect(201);
  expect(await found('email=ann+news@example.com')).toEqual(['ann+news@example.com']);
  expect(await found('email=ann%2Bnews@example.com')).toEqual(['ann+news@example.com']);
  await remove('email=ann+news@example.com').expect(200);
  await remove('email=ann+news@example.com').expect(404);
  expect(await found('')).toEqual(['annnews@example.com', 'ann@example.com']);
});

test('deletes a contact by a phone with an unencoded + before the country code', async () => {
  await post({ phone: '+49 171 2345678' }).expect(201);
  await remove('phone=+491712345678').expect(200);
  await post({ phone: '0171 2345678' }).expect(201);
  await remove('phone=%200171%202345678').expect(200);
});
