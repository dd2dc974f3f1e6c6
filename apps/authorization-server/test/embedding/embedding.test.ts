import { ANN, BEN, PASSWORD_HASH } from '@funnel/fixtures';
import { createUser, embedOriginsOf, findUserByEmail, listSecurityEvents } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Agent } from 'supertest';
import { logIn, sendForm } from '../support/form.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';

let site: PeopleApp;
let ann: Agent;
beforeAll(async () => {
  site = await createPeopleApp();
  ann = await logIn(site.app, ANN);
});
afterAll(() => site.drop());
beforeEach(() => site.database.sql`update accounts set embed_origins = '{}'`);

const save = (agent: Agent, accountId: number | string, origins: string) =>
  sendForm(agent, '/embedding', `/embedding/${accountId}`, { origins });
const stored = (websiteId: number) => embedOriginsOf(site.database, websiteId);

test('an owner saves origins as browsers write them, and the audit log has them', async () => {
  const answer = await save(
    ann,
    1,
    ' https://App.Example.com/ \r\n\r\nhttp://localhost:4000\nhttps://app.example.com',
  );
  expect([answer.status, answer.headers['location']]).toEqual([303, '/embedding?notice=changed']);
  const origins = ['https://app.example.com', 'http://localhost:4000'];
  expect(await stored(11)).toEqual(origins);
  // Every website of the account, and none of another one.
  expect(await stored(12)).toEqual(origins);
  expect(await stored(21)).toEqual([]);
  expect(await stored(999)).toEqual([]);
  const { text } = await ann.get('/embedding?notice=changed').expect(200);
  expect(text).toContain('https://app.example.com\nhttp://localhost:4000</textarea>');
  expect(text).toContain('Saved.');
  const person = await findUserByEmail(site.database, ANN);
  const [event] = await listSecurityEvents(site.database, { kinds: ['embed_origins_changed'], limit: 1 });
  expect(event).toMatchObject({ accountId: 1, actorId: person?.id, details: { origins } });
  expect((await ann.get('/audit?kind=embed_origins_changed').expect(200)).text).toContain(
    'changed who may show the reports',
  );
});

test('an empty list ends embedding', async () => {
  await save(ann, 1, 'https://app.example.com');
  expect((await save(ann, 1, ' \n ')).status).toBe(303);
  expect(await stored(11)).toEqual([]);
});

describe('nothing is changed', () => {
  beforeEach(() => save(ann, 1, 'https://app.example.com'));
  const expectUnchanged = async () => expect(await stored(11)).toEqual(['https://app.example.com']);

  test.each([
    'http://example.com',
    'https://example.com/page',
    '*',
    'https://*.com',
    "https://a;script-src'*'",
  ])('by %s, and the form keeps what was written', async (origin) => {
    const answer = await save(ann, 1, `https://fine.example\n${origin}`);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Nothing was changed.');
    expect(answer.text).toContain('aria-invalid="true"');
    expect(answer.text).toContain('https://fine.example\n');
    await expectUnchanged();
  });

  test('by more than twenty', async () => {
    const many = Array.from({ length: 21 }, (_none, index) => `https://app-${index}.example.com`);
    expect((await save(ann, 1, many.join('\n'))).status).toBe(422);
    await expectUnchanged();
    expect((await save(ann, 1, many.slice(1).join('\n'))).status).toBe(303);
  });

  test('by text that would be HTML', async () => {
    const { text, status } = await save(ann, 1, '</textarea><script>alert(1)</script>');
    expect(status).toBe(422);
    expect(text).not.toContain('<script>');
    await expectUnchanged();
  });

  test('by an owner of another account, for an account that does not exist, or without a number', async () => {
    const ben = await logIn(site.app, BEN);
    for (const account of [1, 999, 'abc']) {
      const answer = await save(ben, account, 'https://evil.example');
      expect([account, answer.status]).toEqual([account, 404]);
    }
    await expectUnchanged();
  });

  test('by a member or a reader, who see that the owner decides', async () => {
    for (const role of ['member', 'reader'] as const) {
      const email = `${role}-of-one@example.com`;
      await createUser(site.database, {
        email,
        passwordHash: PASSWORD_HASH,
        accountId: 1,
        role,
        isVerified: true,
      });
      const agent = await logIn(site.app, email);
      const { text } = await agent.get('/embedding').expect(200);
      expect(text).toContain('You do not own an account.');
      expect(text).not.toContain('app.example.com<');
      const csrf = hiddenFields((await agent.get('/password')).text).csrf;
      await agent
        .post('/embedding/1')
        .type('form')
        .send({ csrf, origins: 'https://evil.example' })
        .expect(404);
    }
    await expectUnchanged();
  });

  test('without the token of the form, or by a form of another website', async () => {
    await ann.post('/embedding/1').type('form').send({ origins: 'https://evil.example' }).expect(403);
    const fields = hiddenFields((await ann.get('/embedding')).text);
    await ann
      .post('/embedding/1')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ ...fields, origins: 'https://evil.example' })
      .expect(403);
    await request(site.app).post('/embedding/1').type('form').send({ origins: '' }).expect(303);
    await expectUnchanged();
  });

  test('by reading', async () => {
    await ann.get('/embedding/1').expect(405);
    await ann.put('/embedding').expect(405);
    await expectUnchanged();
  });
});
