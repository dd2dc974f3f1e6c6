import { visitorKey, VisitorSecrets } from '@funnel/domain';
import { ANN, BEN } from '@funnel/fixtures';
import { createUser, listSecurityEvents } from '@funnel/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Agent } from 'supertest';
import { logIn, sendForm } from '../support/form.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';

const DEE = '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f';

const visitorSecrets = new VisitorSecrets(['the secret of this installation']);
let site: PeopleApp;
let ann: Agent;
beforeAll(async () => {
  site = await createPeopleApp({ visitorSecrets });
  ann = await logIn(site.app, ANN);
});
afterAll(() => site.drop());
beforeEach(async () => {
  const { sql } = site.database;
  await sql`delete from contacts`;
  await sql`delete from pending_events`;
  // Websites 11 and 12 are of Ann's account, 21 is of Ben's.
  await sql`
    insert into contacts (website_id, visitor_token, email, phone, name) values
    (11, ${DEE}, 'dee@example.com', '+4712345678', 'Dee of 11'), (21, ${DEE}, 'dee@example.com', null, 'Dee of 21')`;
  await sql`
    insert into pending_events (website_id, revision, day, type, visitor) values
    (11, 1, '2026-11-14', 'view', ${visitorKey(DEE)}), (21, 1, '2026-11-14', 'view', ${visitorKey(DEE)})`;
});

const send = (agent: Agent, action: string, who: string) =>
  sendForm(agent, '/person-data', `/person-data${action}`, { who });

const contacts = async () =>
  (await site.database.sql`select website_id as id from contacts order by id`).map(({ id }) => Number(id));
const visitors = async () =>
  (await site.database.sql`select visitor from pending_events order by website_id`).map(({ visitor }) =>
    Number(visitor),
  );

test.each([' Dee@Example.com', '0047 1234 5678', DEE.toUpperCase()])(
  'an owner finds and exports the person by %s, on the websites of the own account',
  async (who) => {
    const page = await send(ann, '', who);
    expect(page.status).toBe(200);
    expect(page.text).toContain('1 contact and 1 event that is not counted yet');
    expect(page.text).toContain('Dee of 11');
    expect(page.text).not.toContain('Dee of 21');
    const exported = await send(ann, '/export', who);
    expect(exported.headers['content-disposition']).toContain('person.json');
    expect(exported.body).toMatchObject({
      contacts: [{ website_id: 11, name: 'Dee of 11', email: 'dee@example.com', visitor_token: DEE }],
      pendingEvents: [{ websiteId: 11, day: '2026-11-14', type: 'view' }],
    });
  },
);

test('an owner erases the person on the own websites; others and the number of events stay', async () => {
  const page = await send(ann, '/erase', 'dee@example.com');
  expect([page.status, page.text.includes('Erased: 1 contact and 1 event')]).toEqual([200, true]);
  expect(await contacts()).toEqual([21]);
  const [own, other] = await visitors();
  expect([own === visitorKey(DEE), other]).toEqual([false, visitorKey(DEE)]);
  expect((await send(ann, '', 'dee@example.com')).text).toContain('Nothing, on any of your websites.');
  const [event] = await listSecurityEvents(site.database, { kinds: ['contact_deleted'], limit: 1 });
  expect(event).toMatchObject({ actorEmail: ANN, websiteIds: [11] });
  expect(JSON.stringify(event)).not.toContain('dee@');
});

test('an owner finds and erases the person on a website whose visitors are hashed with a secret', async () => {
  const [name = ''] = visitorSecrets.names;
  const { sql } = site.database;
  await sql`update websites set visitor_secret = ${name} where id = 11`;
  const key = visitorSecrets.keyOf(DEE, name);
  await sql`update pending_events set visitor = ${key} where website_id = 11`;
  for (const who of [DEE, 'dee@example.com'])
    expect((await send(ann, '', who)).text).toContain('1 contact and 1 event that is not counted yet');
  expect((await send(ann, '/erase', DEE)).text).toContain('Erased: 1 contact and 1 event');
  const [own, other] = await visitors();
  expect([own === key, other]).toEqual([false, visitorKey(DEE)]);
  await sql`update websites set visitor_secret = null where id = 11`;
});

test('two who erase the same person at the same time delete one contact', async () => {
  const before = await listSecurityEvents(site.database, { kinds: ['contact_deleted'], limit: 99 });
  const pages = await Promise.all([send(ann, '/erase', DEE), send(ann, '/erase', DEE)]);
  expect(pages.map(({ text }) => /Erased: (\d) contact/.exec(text)?.[1])).toEqual(
    expect.arrayContaining(['0', '1']),
  );
  const after = await listSecurityEvents(site.database, { kinds: ['contact_deleted'], limit: 99 });
  expect(after).toHaveLength(before.length + 1);
});

test('reading is in the audit log of the owner', async () => {
  await send(ann, '', 'dee@example.com');
  await ann.get('/audit?kind=contacts_read').expect(200, /read contacts/);
});

test('what is nobody is refused, and nothing is erased', async () => {
  for (const who of ['', 'Dee', '12', "' or 1=1 --", 'dee@example.com, x']) {
    for (const action of ['', '/export', '/erase']) {
      const page = await send(ann, action, who);
      expect([page.status, /Enter an e-mail address/.test(page.text)]).toEqual([422, true]);
    }
  }
  await ann.post('/person-data/erase').type('form').send({ who: 'dee@example.com', csrf: 'x' }).expect(403);
  expect(await contacts()).toEqual([11, 21]);
});

test('a member who owns nothing finds nobody', async () => {
  const { passwordHash } = (
    await site.database.sql`
    select password_hash as "passwordHash" from users where email = ${BEN}`
  )[0] as { passwordHash: string };
  await createUser(site.database, {
    email: 'member@example.com',
    passwordHash,
    accountId: 1,
    role: 'member',
  });
  const member = await logIn(site.app, 'member@example.com');
  await member.get('/person-data').expect(200, /This page is for owners/);
  for (const action of ['', '/export', '/erase'])
    expect((await send(member, action, 'dee@example.com')).status).toBe(422);
  expect(await contacts()).toEqual([11, 21]);
});
