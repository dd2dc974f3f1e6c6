import { ANN, BEN, PASSWORD } from '@funnel/fixtures';
import { findUserByEmail, listSecurityEvents, resetSecondFactors } from '@funnel/identity';
import { hiddenFields } from '@funnel/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import request, { type Agent, type Response } from 'supertest';
import { logIn, sendForm } from '../support/form.ts';
import { createPeopleApp, type PeopleApp } from '../support/people-app.ts';
import { passkeyOptions, SoftwarePasskey } from '../support/software-passkey.ts';

const ORIGIN = 'http://auth.example';
const HALF_MINUTE_MS = 30_000;

let site: PeopleApp;
let annId: number;
beforeAll(async () => {
  site = await createPeopleApp({ issuer: ORIGIN });
  annId = (await findUserByEmail(site.database, ANN))?.id ?? 0;
});
afterAll(() => site.drop());
afterEach(async () => {
  await resetSecondFactors(site.database, annId);
  await site.database.sql`update accounts set second_factor_required = false`;
  await site.database.sql`delete from throttles`;
  // No code of one test is one of the next.
  site.passTime(4 * HALF_MINUTE_MS);
});

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.clock().getTime() });

const secretOf = (page: string) => /name="secret" value="(\w+)"/.exec(page)?.[1] ?? '';

/** Adds one-time codes; resolves with the secret and the recovery codes. */
async function addCodes(agent: Agent): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { text } = await agent.get('/second-factor').expect(200);
  const secret = secretOf(text);
  const added = await agent
    .post('/second-factor/codes')
    .type('form')
    .send({ ...hiddenFields(text), secret, name: 'My phone', code: codeOf(secret), password: PASSWORD });
  expect(added.status).toBe(201);
  site.passTime(2 * HALF_MINUTE_MS);
  return {
    secret,
    recoveryCodes: [...added.text.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, code]) => code ?? ''),
  };
}

/** Adds a passkey in software. */
async function addPasskey(
  agent: Agent,
  changes = {},
): Promise<{ passkey: SoftwarePasskey; added: Response }> {
  const passkey = new SoftwarePasskey(ORIGIN);
  const { text } = await agent.get('/second-factor').expect(200);
  const added = await agent
    .post('/second-factor/passkeys')
    .type('form')
    .send({
      ...hiddenFields(text),
      name: 'My laptop',
      password: PASSWORD,
      passkey: passkey.create(passkeyOptions(text), changes),
    });
  return { passkey, added };
}

/** Gives the password of a person who has a second factor; resolves with the page that asks for it. */
async function givePassword(agent: Agent, email = ANN): Promise<Response> {
  const sent = await sendForm(agent, '/login', '/login', { email, password: PASSWORD });
  expect([sent.status, sent.headers['location']]).toEqual([303, '/login']);
  await agent.get('/tokens').expect(303, /login/);
  return agent.get('/login').expect(200, /One more step/);
}

const show = (agent: Agent, page: Response, fields: Record<string, string>) =>
  agent
    .post('/login')
    .type('form')
    .send({ csrf: hiddenFields(page.text)['csrf'], ...fields });

const isSignedIn = async (agent: Agent) => (await agent.get('/tokens')).status === 200;

const kinds = async () =>
  (await listSecurityEvents(site.database, { userId: annId, limit: 5 })).map(({ kind }) => kind);

describe('one-time codes', () => {
  test('the password alone no longer signs in, the code does', async () => {
    const { secret } = await addCodes(await logIn(site.app, ANN));
    const agent = request.agent(site.app);
    const page = await givePassword(agent);
    expect(await isSignedIn(agent)).toBe(false);
    const wrong = await show(agent, page, { code: '000000' });
    expect([wrong.status, /That did not work/.test(wrong.text)]).toEqual([422, true]);
    expect(await kinds()).toContain('second_factor_failed');
    expect((await show(agent, page, { code: codeOf(secret) })).headers['location']).toBe('/tokens');
    expect(await isSignedIn(agent)).toBe(true);
  });

  test('a code works once, also for somebody who has seen it', async () => {
    const { secret } = await addCodes(await logIn(site.app, ANN));
    const [first, second] = [request.agent(site.app), request.agent(site.app)];
    const pages = [await givePassword(first), await givePassword(second)] as const;
    const code = codeOf(secret);
    expect((await show(first, pages[0], { code })).status).toBe(303);
    expect((await show(second, pages[1], { code })).status).toBe(422);
    expect(await isSignedIn(second)).toBe(false);
  });

  test('guessing is slowed down after ten wrong codes, also in new logins', async () => {
    const { secret } = await addCodes(await logIn(site.app, ANN));
    const agent = request.agent(site.app);
    const page = await givePassword(agent);
    const statuses = [];
    for (let attempt = 0; attempt < 13; attempt += 1)
      statuses.push((await show(agent, page, { code: '111111' })).status);
    expect(statuses).toContain(429);
    const other = request.agent(site.app);
    const refused = await show(other, await givePassword(other), { code: codeOf(secret) });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('the person who gets in takes back nobody else’s wrong codes', async () => {
    const behindProxy = await createPeopleApp({ issuer: ORIGIN, trustProxy: true });
    try {
      const from = (address: string) => request.agent(behindProxy.app).set('X-Forwarded-For', address);
      const setUp = await logIn(behindProxy.app, ANN);
      const { text } = await setUp.get('/second-factor');
      const secret = secretOf(text);
      const now = () => ({ timestamp: behindProxy.clock().getTime() });
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate(now());
      const fields = { secret, name: 'x', code: code(), password: PASSWORD };
      await setUp
        .post('/second-factor/codes')
        .type('form')
        .send({ ...hiddenFields(text), ...fields })
        .expect(201);
      behindProxy.passTime(2 * HALF_MINUTE_MS);
      const [thief, ann] = [from('198.51.100.7'), from('203.0.113.9')];
      const page = await givePassword(thief);
      for (let attempt = 0; attempt < 11; attempt += 1) await show(thief, page, { code: '111111' });
      expect((await show(ann, await givePassword(ann), { code: code() })).status).toBe(303);
      expect((await show(thief, page, { code: '111111' })).status).toBe(429);
    } finally {
      await behindProxy.drop();
    }
  });

  test('a recovery code works once, however it is written', async () => {
    const { recoveryCodes } = await addCodes(await logIn(site.app, ANN));
    expect(recoveryCodes).toHaveLength(10);
    const code = recoveryCodes[3] ?? '';
    const agent = request.agent(site.app);
    const sent = await show(agent, await givePassword(agent), {
      code: ` ${code.toUpperCase().replaceAll('-', ' ')}`,
    });
    expect(sent.headers['location']).toBe('/tokens');
    await agent.get('/second-factor').expect(200, /Recovery codes: 9 left/);
    const again = request.agent(site.app);
    expect((await show(again, await givePassword(again), { code })).status).toBe(422);
  });

  test('new recovery codes replace the old ones', async () => {
    const agent = await logIn(site.app, ANN);
    const { recoveryCodes } = await addCodes(agent);
    const renewed = await sendForm(agent, '/second-factor', '/second-factor/recovery-codes', {
      password: PASSWORD,
    });
    expect(renewed.status).toBe(201);
    const other = request.agent(site.app);
    expect((await show(other, await givePassword(other), { code: recoveryCodes[0] ?? '' })).status).toBe(422);
  });

  test('the secret is not readable in the database', async () => {
    const { secret } = await addCodes(await logIn(site.app, ANN));
    const rows = await site.database.sql`select key from second_factors where kind = 'code'`;
    const stored = rows[0]?.['key'] as Buffer;
    expect(stored.includes(Buffer.from(secret))).toBe(false);
    expect(stored.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
  });

  test('nothing is added with a wrong password, a wrong code or a secret of somebody’s choice', async () => {
    const agent = await logIn(site.app, ANN);
    const { text } = await agent.get('/second-factor');
    const { csrf } = hiddenFields(text);
    const secret = secretOf(text);
    const genuine = { csrf, secret, name: 'x', code: codeOf(secret), password: PASSWORD };
    for (const wrong of [
      { password: 'not the password' },
      { code: '123' },
      { secret: 'AAAA' },
      { secret: '' },
    ]) {
      const sent = await agent
        .post('/second-factor/codes')
        .type('form')
        .send({ ...genuine, ...wrong });
      expect(sent.status).toBe(422);
    }
    await agent
      .post('/second-factor/codes')
      .type('form')
      .send({ ...genuine, csrf: 'x' })
      .expect(403);
    const rows = await site.database.sql`select from second_factors`;
    expect(rows).toHaveLength(0);
  });
});

describe('passkeys', () => {
  test('a passkey is the second step', async () => {
    const { passkey, added } = await addPasskey(await logIn(site.app, ANN));
    expect(added.status).toBe(201);
    const agent = request.agent(site.app);
    const page = await givePassword(agent);
    expect(passkeyOptions(page.text)).toMatchObject({
      allowCredentials: [{ id: passkey.id.toString('base64url') }],
    });
    const sent = await show(agent, page, {
      passkey: passkey.get(passkeyOptions(page.text), { isVerified: false }),
    });
    expect(sent.headers['location']).toBe('/tokens');
  });

  test('a passkey alone signs in, if it has asked for a finger or a PIN', async () => {
    const { passkey } = await addPasskey(await logIn(site.app, ANN));
    const agent = request.agent(site.app);
    const page = await agent.get('/login').expect(200);
    const weak = passkey.get(passkeyOptions(page.text), { isVerified: false });
    expect((await show(agent, page, { passkey: weak })).status).toBe(422);
    const sent = await show(agent, page, { passkey: passkey.get(passkeyOptions(page.text)) });
    expect(sent.headers['location']).toBe('/tokens');
    expect(await isSignedIn(agent)).toBe(true);
    expect(await kinds()).toContain('login');
  });

  test('an answer works once, for the browser that was asked, within ten minutes', async () => {
    const { passkey } = await addPasskey(await logIn(site.app, ANN));
    const [agent, thief] = [request.agent(site.app), request.agent(site.app)];
    const page = await agent.get('/login');
    const answer = passkey.get(passkeyOptions(page.text));
    expect((await show(thief, await thief.get('/login'), { passkey: answer })).status).toBe(422);
    expect((await show(agent, page, { passkey: answer })).status).toBe(303);
    // The same browser before its login, as a thief who has copied its cookies would be.
    const cookies = [page.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
    const replayed = await request(site.app)
      .post('/login')
      .set('Cookie', cookies.join('; '))
      .type('form')
      .send({ csrf: hiddenFields(page.text)['csrf'], passkey: answer });
    expect(replayed.status).toBe(422);
    const late = request.agent(site.app);
    const old = await late.get('/login');
    site.passTime(11 * 60_000);
    expect((await show(late, old, { passkey: passkey.get(passkeyOptions(old.text)) })).status).toBe(422);
  });

  test.each([
    ['of a page that only looks like ours', { origin: 'https://auth.example.evil.test' }],
    ['for another server', { rpId: 'evil.test' }],
    ['to a challenge of somebody’s choice', { challenge: Buffer.alloc(56).toString('base64url') }],
    ['to no challenge', { challenge: '' }],
  ])('an answer %s is refused', async (_text, changes) => {
    const { passkey } = await addPasskey(await logIn(site.app, ANN));
    const agent = request.agent(site.app);
    const page = await agent.get('/login');
    const sent = await show(agent, page, { passkey: passkey.get(passkeyOptions(page.text), changes) });
    expect([sent.status, await isSignedIn(agent)]).toEqual([422, false]);
    expect((await addPasskey(await logIn(site.app, BEN), changes)).added.status).toBe(422);
  });

  test('a copied passkey is noticed by its counter', async () => {
    const { passkey } = await addPasskey(await logIn(site.app, ANN), { counter: 5 });
    const use = async (counter: number) => {
      const agent = request.agent(site.app);
      const page = await agent.get('/login');
      return (await show(agent, page, { passkey: passkey.get(passkeyOptions(page.text), { counter }) }))
        .status;
    };
    expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([303, 422, 422, 303]);
  });

  test('the passkey of somebody else is no second factor', async () => {
    await addCodes(await logIn(site.app, ANN));
    const { passkey } = await addPasskey(await logIn(site.app, BEN));
    const agent = request.agent(site.app);
    const page = await givePassword(agent);
    const { text } = await request(site.app).get('/login');
    expect((await show(agent, page, { passkey: passkey.get(passkeyOptions(text)) })).status).toBe(422);
    await resetSecondFactors(site.database, (await findUserByEmail(site.database, BEN))?.id ?? 0);
  });

  test('a passkey that says that it is of somebody else is refused', async () => {
    const { passkey } = await addPasskey(await logIn(site.app, ANN));
    const statuses = [];
    for (const userHandle of ['999', String(annId)]) {
      const agent = request.agent(site.app);
      const page = await agent.get('/login');
      const answer = JSON.parse(passkey.get(passkeyOptions(page.text)));
      answer.response.userHandle = Buffer.from(userHandle).toString('base64url');
      statuses.push((await show(agent, page, { passkey: JSON.stringify(answer) })).status);
    }
    expect(statuses).toEqual([422, 303]);
  });

  test('a passkey is added once', async () => {
    const agent = await logIn(site.app, ANN);
    const { passkey } = await addPasskey(agent);
    const { text } = await agent.get('/second-factor');
    const fields = { ...hiddenFields(text), name: 'x', password: PASSWORD };
    const answer = passkey.create(passkeyOptions(text));
    const again = await agent
      .post('/second-factor/passkeys')
      .type('form')
      .send({ ...fields, passkey: answer });
    expect([again.status, /It is in use already/.test(again.text)]).toEqual([422, true]);
  });

  test('what is no answer is refused', async () => {
    const agent = await logIn(site.app, ANN);
    const visitor = request.agent(site.app);
    for (const passkey of [
      '',
      'null',
      '[]',
      '{}',
      '{"id":1}',
      '{"id":"x","response":null}',
      '"'.repeat(5000),
    ]) {
      const fields = { name: 'x', password: PASSWORD, passkey };
      expect((await sendForm(agent, '/second-factor', '/second-factor/passkeys', fields)).status).toBe(422);
      expect((await show(visitor, await visitor.get('/login'), { passkey })).status).toBe(422);
    }
  });

  test('a server whose address is a number has none, and says so', async () => {
    const local = await createPeopleApp({ issuer: 'http://127.0.0.1:3002' });
    try {
      const agent = await logIn(local.app, ANN);
      await agent.get('/second-factor').expect(200, /Passkeys need an address with a name/);
      expect((await agent.get('/second-factor')).text).not.toContain('/assets/passkey.');
    } finally {
      await local.drop();
    }
  });
});

describe('a pending login', () => {
  test('ends after ten minutes, with a new password, and when the person starts again', async () => {
    const { secret } = await addCodes(await logIn(site.app, ANN));
    const late = request.agent(site.app);
    const page = await givePassword(late);
    site.passTime(11 * 60_000);
    expect((await show(late, page, { code: codeOf(secret) })).status).toBe(422);

    const other = request.agent(site.app);
    const asked = await givePassword(other);
    expect((await show(other, asked, { start_again: 'yes' })).headers['location']).toBe('/login');
    await other.get('/login').expect(200, /<h1>Sign in<\/h1>/);

    const open = request.agent(site.app);
    const before = await givePassword(open);
    const rows = await site.database.sql`select password_hash as hash from users where id = ${annId}`;
    await site.database.sql`update users set password_hash = 'another' where id = ${annId}`;
    expect((await show(open, before, { code: codeOf(secret) })).status).toBe(422);
    await site.database
      .sql`update users set password_hash = ${String(rows[0]?.['hash'])} where id = ${annId}`;
  });
});

describe('who has a second factor', () => {
  test('is signed in nowhere without it: older sessions end with the first one', async () => {
    await site.database.sql`delete from authorization_records where model = 'PersonSession'`;
    const [own, other] = [await logIn(site.app, ANN), await logIn(site.app, ANN)];
    expect(await isSignedIn(other)).toBe(true);
    const { text } = await other.get('/second-factor');
    await addCodes(own);
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    const fields = { ...hiddenFields(text), name: 'x', password: PASSWORD };
    const passkey = new SoftwarePasskey(ORIGIN).create(passkeyOptions(text));
    const sent = await other
      .post('/second-factor/passkeys')
      .type('form')
      .send({ ...fields, passkey });
    expect([sent.status, sent.headers['location']]).toEqual([303, '/login']);
    expect((await own.get('/sessions')).text.match(/class="token-head"/g)).toHaveLength(1);
  });

  test('has added it once: of two who add the first one at the same time, one succeeds', async () => {
    const agents = [await logIn(site.app, ANN), await logIn(site.app, ANN)];
    const pages = await Promise.all(agents.map((agent) => agent.get('/second-factor')));
    const sent = await Promise.all(
      agents.map((agent, index) => {
        const text = pages[index]?.text ?? '';
        const passkey = new SoftwarePasskey(ORIGIN).create(passkeyOptions(text));
        const fields = { ...hiddenFields(text), name: 'x', password: PASSWORD, passkey };
        return agent.post('/second-factor/passkeys').type('form').send(fields);
      }),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await site.database.sql`select from second_factors where kind = 'passkey'`).toHaveLength(1);
  });

  test('signs in with the password alone after the operator has removed all, also when one was being asked for', async () => {
    await addCodes(await logIn(site.app, ANN));
    const agent = request.agent(site.app);
    await givePassword(agent);
    await resetSecondFactors(site.database, annId);
    await agent.get('/login').expect(200, /<h1>Sign in<\/h1>/);
    const sent = await sendForm(agent, '/login', '/login', { email: ANN, password: PASSWORD });
    expect(sent.headers['location']).toBe('/tokens');
  });
});

describe('required by an account', () => {
  const require = (agent: Agent, required = 'yes') =>
    sendForm(agent, '/members', '/members/1/second-factor', { required });

  test('an owner requires it after setting up their own', async () => {
    const agent = await logIn(site.app, ANN);
    const refused = await require(agent);
    expect([refused.status, /Set up your own second factor first/.test(refused.text)]).toEqual([422, true]);
    await addCodes(agent);
    expect((await require(agent)).status).toBe(303);
    const { csrf } = hiddenFields((await agent.get('/members').expect(200, /Second factor: required/)).text);
    await agent.post('/members/1/second-factor').type('form').send({ csrf }).expect(422);
    await agent.get('/members').expect(200, /Second factor: required/);
    expect((await require(agent, 'no')).status).toBe(303);
    await agent.get('/members').expect(200, /everybody decides/);
  });

  test('who has none sees nothing but the page to set one up, and then everything', async () => {
    const agent = await logIn(site.app, ANN);
    await site.database.sql`update accounts set second_factor_required = true`;
    for (const path of ['/tokens', '/members', '/audit', '/applications', '/sessions', '/password'])
      await agent.get(path).expect(303).expect('Location', '/second-factor');
    await agent.get('/second-factor').expect(200, /An account of yours requires a second factor/);
    await addCodes(agent);
    await agent.get('/tokens').expect(200);
  });

  test('the last one stays', async () => {
    const agent = await logIn(site.app, ANN);
    await addCodes(agent);
    await site.database.sql`update accounts set second_factor_required = true`;
    const rows = await site.database.sql`select id from second_factors where kind = 'code'`;
    const path = `/second-factor/${rows[0]?.['id']}/remove`;
    const refused = await sendForm(agent, '/second-factor', path, { password: PASSWORD });
    expect([refused.status, /the last one stays/.test(refused.text)]).toEqual([422, true]);
    await site.database.sql`update accounts set second_factor_required = false`;
    expect((await sendForm(agent, '/second-factor', path, { password: 'wrong password' })).status).toBe(422);
    expect((await sendForm(agent, '/second-factor', path, { password: PASSWORD })).status).toBe(303);
    expect(await site.database.sql`select from second_factors`).toHaveLength(0);
    await logIn(site.app, ANN);
  });

  test('nobody removes the factor of somebody else', async () => {
    await addCodes(await logIn(site.app, ANN));
    const rows = await site.database.sql`select id from second_factors where kind = 'code'`;
    const ben = await logIn(site.app, BEN);
    const path = `/second-factor/${rows[0]?.['id']}/remove`;
    expect((await sendForm(ben, '/second-factor', path, { password: PASSWORD })).status).toBe(404);
    expect(await site.database.sql`select from second_factors where kind = 'code'`).toHaveLength(1);
  });
});
