import { ENCRYPTION_KEY } from '@funnel/fixtures';
import { addChannel, findChannel, type LinkClaims, signLink, switchChannel } from '@funnel/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Agent } from 'supertest';
import type { AuthorizationServer } from '@funnel/fixtures';
import { startAuthorizationApp } from '../support/authorization-app.ts';

const EMAIL = 'team@example.com';
const ANN_ID = 1;
let app: AuthorizationServer;
let channelId = 0;
beforeAll(async () => {
  app = await startAuthorizationApp({
    env: { NOTIFICATIONS_ENCRYPTION_KEY: Buffer.from(ENCRYPTION_KEY).toString('base64') },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.sql`delete from notification_channels`;
  const wishes = {
    name: 'Team <b>',
    websiteIds: null,
    breaks: true,
    verdicts: true,
    digest: true,
    noData: true,
    language: 'en',
    timeZone: 'UTC',
    digestHour: 8,
    quietFrom: null,
    quietTo: null,
  };
  const target = { kind: 'email', email: EMAIL, isConfirmed: false } as const;
  const added = { ...wishes, owner: { userId: ANN_ID }, target };
  ({ id: channelId } = await addChannel(app.database, added, { encryptionKey: ENCRYPTION_KEY }));
});

const tokenOf = (claims: Partial<LinkClaims> = {}) =>
  signLink({ purpose: 'unsubscribe', channelId, binding: EMAIL, expiresAt: null, ...claims }, ENCRYPTION_KEY);
const channel = () => findChannel(app.database, 'all', channelId);
/** A mail program or a stranger: no cookies. */
const visitor = (): Agent => request.agent(app.url);

describe('unsubscribing', () => {
  const address = (token = tokenOf()) => `/notifications/unsubscribe?token=${token}`;

  test('a GET only shows a page, because programs follow links', async () => {
    const { text } = await visitor().get(address()).expect(200);
    expect(text).toContain('Stop these messages?');
    expect(text).toContain('Team &lt;b&gt;');
    expect(await channel()).toMatchObject({ switchedOffAt: null });
  });

  test('a mail program ends it with one POST, without a login or a cookie', async () => {
    const { text } = await visitor()
      .post(address())
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200);
    expect(text).toContain('These messages have ended');
    expect(await channel()).toMatchObject({ switchedOffAt: expect.any(Date), offReason: 'unsubscribed' });
    const [event] = await app.database.sql`
      select kind, actor_id, user_id from security_events where details ->> 'channel' = ${String(channelId)} order by id desc limit 1`;
    expect(event).toEqual({ kind: 'notifications_off', actor_id: null, user_id: ANN_ID });
  });

  test('as multipart, and from the page of another website, too', async () => {
    await visitor()
      .post(address())
      .set('Sec-Fetch-Site', 'cross-site')
      .field('List-Unsubscribe', 'One-Click')
      .expect(200);
    expect(await channel()).toMatchObject({ offReason: 'unsubscribed' });
  });

  test('once is enough; what is off or removed stays so', async () => {
    await visitor().post(address()).expect(200);
    const before = await channel();
    await visitor().post(address()).expect(200);
    expect(await channel()).toEqual(before);
    expect((await visitor().get(address())).text).toContain('have ended');
    const ended = address();
    await app.database.sql`delete from notification_channels`;
    expect((await visitor().get(ended).expect(200)).text).toContain('have ended');
    await visitor().post(ended).expect(200);
  });

  test('the word of the reader counts more than that of the owner', async () => {
    await switchChannel(app.database, 'all', channelId, 'off');
    await visitor().post(address()).expect(200);
    expect(await channel()).toMatchObject({ offReason: 'unsubscribed' });
  });

  test('a link that is not ours, or not for this, changes nothing', async () => {
    const others = [
      '',
      'x',
      `${tokenOf()}x`,
      tokenOf({ purpose: 'confirm' }),
      tokenOf({ binding: 'other@example.com' }),
      signLink(
        { purpose: 'unsubscribe', channelId, binding: EMAIL, expiresAt: null },
        new Uint8Array(32).fill(9),
      ),
    ];
    for (const token of others) {
      await visitor().get(address(token)).expect(400);
      await visitor().post(address(token)).send('List-Unsubscribe=One-Click').expect(400);
    }
    await visitor().post(`${address()}&token=x`).expect(400);
    await visitor().put(address()).expect(405);
    expect(await channel()).toMatchObject({ switchedOffAt: null });
  });

  test('no log has the link', async () => {
    await visitor().get(address());
    await visitor().post(address());
    expect(app.logged()).not.toContain(tokenOf());
  });
});

describe('confirming', () => {
  const address = (claims: Partial<LinkClaims> = {}) =>
    `/notifications/confirm?token=${tokenOf({ purpose: 'confirm', ...claims })}`;

  test('asks, and then notes that the reader agrees', async () => {
    const { text } = await visitor().get(address()).expect(200);
    expect(text).toContain('May we write to you?');
    expect(await channel()).toMatchObject({ confirmedAt: null });
    expect((await visitor().post(address()).expect(200)).text).toContain('Thank you');
    const after = await channel();
    expect(after).toMatchObject({ confirmedAt: expect.any(Date) });
    expect((await visitor().get(address())).text).toContain('Thank you');
    await visitor().post(address()).expect(200);
    expect(await channel()).toEqual(after);
  });

  test('not after it has expired, and not with a link that unsubscribes', async () => {
    const expiresAt = new Date(app.now().getTime() - 1_000);
    expect((await visitor().post(address({ expiresAt })).expect(400)).text).toContain('expired');
    await visitor()
      .post(address({ purpose: 'unsubscribe' }))
      .expect(400);
    await visitor()
      .post(address({ binding: 'other@example.com' }))
      .expect(400);
    expect(await channel()).toMatchObject({ confirmedAt: null });
    await visitor()
      .post(address({ expiresAt: new Date(app.now().getTime() + 60_000) }))
      .expect(200);
    expect(await channel()).toMatchObject({ confirmedAt: expect.any(Date) });
  });

  test('does not switch on what its owner switched off, and says when it is no longer needed', async () => {
    await switchChannel(app.database, 'all', channelId, 'off');
    await visitor().post(address()).expect(200);
    expect(await channel()).toMatchObject({ switchedOffAt: expect.any(Date) });
    const link = address();
    await app.database.sql`delete from notification_channels`;
    expect((await visitor().get(link).expect(200)).text).toContain('no longer needed');
    await visitor().post(link).expect(200);
  });
});
