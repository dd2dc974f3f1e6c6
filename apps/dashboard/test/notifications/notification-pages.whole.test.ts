import { ANN, BEN, NORA } from '@funnel/fixtures';
import { listSecurityEvents } from '@funnel/identity';
import { listChannels } from '@funnel/notifications';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request, { type Agent } from 'supertest';
import { Browser } from '../support/browser.ts';
import {
  type Fields,
  type NotificationSite,
  openNotificationSite,
  sendForm,
} from '../support/notification-site.ts';
import { startProduct } from '../support/product.ts';

let site: NotificationSite;
let ann: Agent;
beforeAll(async () => {
  site = await openNotificationSite();
  ({ ann } = site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.database.sql`delete from notification_channels`;
  await site.database.sql`delete from notification_episodes`;
  await site.database.sql`delete from notification_limits`;
});

const all = () => listChannels(site.database, 'all');
const secretOn = ({ text }: { text: string }) => /class="secret"[^>]* value="([^"]+)"/.exec(text)?.[1];
const pathOf = async (end = '') => `/notifications/channels/${await site.lastId()}${end}`;

test('leads to the sign-in without a session; a form says so', async () => {
  const page = await request(site.url).get('/notifications').set('Accept', 'text/html').expect(303);
  expect(page.headers['location']).toContain(`${site.server.url}/authorize?`);
  for (const path of ['', '/email', '/channels/1', '/channels/1/test', '/episodes/1/fixed', '/mutes'])
    await request(site.url).post(`/notifications${path}`).type('form').send({}).expect(401);
});

test('old addresses at the authorization server lead here, with what is behind them', async () => {
  for (const path of ['/notifications?notice=added', '/notifications/channels/7?tested=x']) {
    const moved = await request(site.server.url).get(path).expect(303);
    expect(moved.headers['location']).toBe(`${site.url}${path}`);
  }
  await request(site.server.url).get('/notifications/unsubscribe?token=x').expect(400);
  await site.add(ann, { name: 'Nights' });
  const path = await pathOf('?notice=on');
  const page = await new Browser().signIn(`${site.server.url}${path}`, ANN);
  expect([page.url, page.status, page.text.includes('Switched on.')]).toEqual([
    `${site.url}${path}`,
    200,
    true,
  ]);
});

describe('the first time', () => {
  test('one click tells the login address, in the time zone and the language of the browser', async () => {
    const page = await ann.get('/notifications').set('Accept-Language', 'de-AT,de;q=0.9').expect(200);
    expect(page.text).toContain('Tell me by e-mail');
    expect(page.text).toContain('name="language" value="de-AT"');
    const fields = { ...hiddenFields(page.text), time_zone: 'Asia/Tokyo', language: 'de-AT' };
    const answer = await ann.post('/notifications/email').type('form').send(fields);
    expect(answer.headers['location']).toBe('/notifications?notice=added');
    expect(await all()).toMatchObject([
      {
        userId: site.annId,
        kind: 'email',
        email: 'ann@example.com',
        confirmedAt: expect.any(Date),
        websiteIds: null,
        breaks: true,
        verdicts: true,
        digest: true,
        noData: true,
        timeZone: 'Asia/Tokyo',
        language: 'de-AT',
      },
    ]);
    const { text } = await ann.get('/notifications');
    expect(text).not.toContain('Tell me by e-mail');
    expect(text).toContain('the week, on Mondays at 08:00');
    // Pressed twice, it is still one.
    await ann.post('/notifications/email').type('form').send(fields).expect(303);
    expect(await all()).toHaveLength(1);
  });

  test('works without a script, and with nonsense of a browser', async () => {
    await sendForm(ann, '/notifications', '/notifications/email');
    expect(await all()).toMatchObject([{ timeZone: 'UTC', language: 'en-GB' }]);
    await site.database.sql`delete from notification_channels`;
    const wrong = { time_zone: 'Nowhere/At_All', language: '??' };
    const answer = await sendForm(ann, '/notifications', '/notifications/email', wrong);
    expect(answer.status).toBe(422);
    expect(await all()).toEqual([]);
  });

  test('an address that nobody has verified is asked first', async () => {
    const agent = await site.member('member', { isVerified: false });
    const answer = await sendForm(agent, '/notifications', '/notifications/email');
    expect(answer.headers['location']).toBe('/notifications?notice=asked');
    expect(await all()).toMatchObject([{ confirmedAt: null }]);
    expect((await agent.get('/notifications')).text).toContain('waiting for confirmation');
  });

  test('people without a website see why there is nothing to tell', async () => {
    const nora = await site.signedIn(NORA);
    expect((await nora.get('/notifications').expect(200)).text).toContain('You have no websites');
  });
});

describe('adding', () => {
  test('the secret of a webhook is shown once; its address never', async () => {
    const url = 'https://example.com/a-very-long-and-secret-path/of-a-hook';
    const made = await site.add(ann, { url, name: 'Our <b>program</b>' });
    expect([made.status, made.headers['cache-control']]).toEqual([201, 'no-store']);
    const secret = secretOn(made) ?? '';
    expect(secret).toMatch(/^whsec_/);
    const { text } = await ann.get('/notifications');
    expect(text).toContain('Our &lt;b&gt;program&lt;/b&gt;');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('very-long-and-secret');
  });

  test('a form that is sent twice adds one', async () => {
    const page = await ann.get('/notifications');
    const fields = {
      ...hiddenFields(page.text),
      kind: 'slack',
      url: 'https://hooks.slack.com/services/T/B/x',
    };
    const form = {
      name: 'x',
      which: 'all',
      breaks: 'yes',
      digest_hour: '8',
      quiet_from: '',
      quiet_to: '',
      time_zone: 'UTC',
      language: 'en-GB',
      ...fields,
    };
    await ann
      .post('/notifications')
      .type('form')
      .send(form)
      .expect('Location', '/notifications?notice=added');
    const again = await ann.post('/notifications').type('form').send(form);
    expect(again.headers['location']).toBe('/notifications?notice=already-sent');
    expect(await all()).toMatchObject([{ kind: 'slack', accountId: null }]);
  });

  test('an account that the person owns may have it, and no other', async () => {
    expect((await site.add(ann, { owner: '1', which: 'some', website_ids: '11' })).status).toBe(201);
    expect(await all()).toMatchObject([{ accountId: 1, userId: null, websiteIds: [11] }]);
    const member = await site.member('member');
    for (const [agent, owner] of [
      [ann, '2'],
      [ann, '999'],
      [member, '1'],
    ] as const) {
      const refused = await site.add(agent, { owner });
      expect([refused.status, refused.text.includes('id="owner-error"')]).toEqual([422, agent === ann]);
    }
    // Mail is for people.
    await site.add(ann, { kind: 'email', email: 'ann@example.com', owner: '1' });
    expect((await all()).at(-1)).toMatchObject({ accountId: null, userId: site.annId });
  });

  test.each<[string, Fields, string]>([
    ['no kind', { kind: 'pigeon' }, 'kind'],
    ['no address', { url: '' }, 'url'],
    ['an address without https', { url: 'http://example.com' }, 'url'],
    ['an address that is not of Slack', { kind: 'slack' }, 'url'],
    ['no e-mail address', { kind: 'email', email: 'nobody' }, 'email'],
    ['no name', { name: ' ' }, 'name'],
    ['nothing to tell', { breaks: '', verdicts: '' }, 'breaks'],
    ['no website', { which: 'some' }, 'website_ids'],
    ['the website of somebody else', { which: 'some', website_ids: ['11', '21'] }, 'website_ids'],
    ['half of the quiet hours', { quiet_from: '22' }, 'quiet_from'],
    ['an hour after 23', { digest_hour: '24' }, 'digest_hour'],
    ['no time zone', { time_zone: 'Nowhere' }, 'time_zone'],
    ['an old form', { form_id: 'x' }, 'name'],
  ])('refuses %s, and keeps what was entered', async (_what, changes, field) => {
    const refused = await site.add(ann, { quiet_to: '', ...changes });
    expect([refused.status, refused.text.includes(`id="${field}-error"`)]).toEqual([422, true]);
    expect(refused.text).toContain('<option value="de" selected>');
    expect(await all()).toEqual([]);
  });

  test.each([
    ['https://127.0.0.1/x', 'The address must name a host on the public internet'],
    ['https://[::1]/x', 'The address must name a host on the public internet'],
    ['https://localhost/x', 'The address must name a host on the public internet'],
    ['https://example.com:22/x', 'The address must not name a port'],
    ['https://ann@example.com/x', 'The address must not hold a user name or a password.'],
  ])('says what is wrong with %s', async (url, reason) => {
    expect((await site.add(ann, { url })).text).toContain(reason);
  });

  test('members read what they are told, and cannot choose only what owners are told', async () => {
    const text = 'when a website that you own sends no data';
    expect((await ann.get('/notifications')).text).toContain(text);
    const member = await site.member('member');
    expect((await member.get('/notifications')).text).not.toContain(text);
    const refused = await site.add(member, { breaks: '', verdicts: '', no_data: 'yes' });
    expect([refused.status, refused.text.includes('Only owners of an account are told')]).toEqual([
      422,
      true,
    ]);
  });

  test('a person can add only a few addresses that must confirm first', async () => {
    for (let count = 0; count < 5; count += 1) {
      const added = await site.add(ann, { kind: 'email', email: `team-${count}@example.com` });
      expect(added.headers['location']).toBe('/notifications?notice=asked');
      await ann.get(await pathOf());
      await site.press(ann, await pathOf('/remove'));
    }
    const refused = await site.add(ann, { kind: 'email', email: 'one-more@example.com' });
    expect([refused.status, refused.text.includes('id="email-error"')]).toEqual([429, true]);
    expect(await all()).toEqual([]);
    // The own address needs no asking.
    expect((await site.add(ann, { kind: 'email', email: 'Ann@Example.com' })).status).toBe(303);
  });

  test('the limit of all requests is not taken for one of what the person does', async () => {
    await site.add(ann);
    const path = await pathOf('/test');
    const { csrf } = hiddenFields((await ann.get('/notifications')).text);
    const [answerWith, statuses] = [{ RateLimit: '"per-minute";r=0;t=7', 'Retry-After': '7' }, [429, 303]];
    for (const [index, status] of statuses.entries()) {
      const headers = index === 0 ? answerWith : { ...answerWith, RateLimit: '"per-minute";r=9;t=7' };
      const channel = JSON.stringify({ id: await site.lastId(), kind: 'webhook' });
      site.replaceRest((req, res) =>
        req.method === 'GET' ? void res.end(channel) : void res.writeHead(429, headers).end('{}'),
      );
      try {
        const answer = await ann.post(path).type('form').send({ csrf });
        expect([answer.status, answer.headers['retry-after']]).toEqual([
          status,
          status === 429 ? '7' : undefined,
        ]);
      } finally {
        site.replaceRest(undefined);
      }
    }
  });

  test('a forged form changes nothing', async () => {
    await site.add(ann);
    const ben = await site.signedIn(BEN);
    const { csrf } = hiddenFields((await ben.get('/notifications')).text);
    const paths = ['/notifications', '/notifications/email', await pathOf(), '/notifications/mutes'];
    for (const path of [...paths, await pathOf('/remove'), await pathOf('/secret')])
      for (const fields of [{}, { csrf }])
        await ann
          .post(path)
          .type('form')
          .send({ name: 'x', ...fields })
          .expect(403);
    expect(await all()).toMatchObject([{ name: 'Alarms', previousSecretUntil: null }]);
  });
});

describe('one channel', () => {
  beforeEach(() => site.add(ann));

  test('is changed, switched off and on, and removed', async () => {
    const path = await pathOf();
    const form = {
      name: 'Nights',
      which: 'some',
      website_ids: '12',
      digest: 'yes',
      digest_hour: '9',
      time_zone: 'Asia/Tokyo',
      language: 'ja',
      quiet_from: '22',
      quiet_to: '7',
    };
    const changed = await sendForm(ann, path, path, form);
    expect(changed.headers['location']).toBe(`${path}?notice=changed`);
    expect(await all()).toMatchObject([
      {
        name: 'Nights',
        websiteIds: [12],
        breaks: false,
        digest: true,
        digestHour: 9,
        quietFrom: 22,
        quietTo: 7,
      },
    ]);
    const { quiet_from: _from, quiet_to: _to, ...without } = form;
    expect((await sendForm(ann, path, path, without)).status).toBe(422);
    const { text } = await ann.get(path);
    expect(text).toContain('nothing from 22:00 until 07:00 (Asia/Tokyo)');
    expect(text).toContain('journal.oak.example');
    await site.press(ann, `${path}/off`);
    expect((await ann.get(path)).text).toMatch(/Off since .*: switched off/);
    await site.press(ann, `${path}/on`);
    expect(await all()).toMatchObject([{ switchedOffAt: null }]);
    await site.press(ann, `${path}/remove`);
    expect(await all()).toEqual([]);
    await ann.get(path).expect(404);
  });

  test('keeps what was entered when it is refused', async () => {
    const path = await pathOf();
    const refused = await sendForm(ann, path, path, {
      name: '',
      breaks: 'yes',
      time_zone: 'UTC',
      language: 'fr',
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="name-error"');
    expect(refused.text).toContain('<option value="fr" selected>');
    expect(await all()).toMatchObject([{ name: 'Alarms' }]);
  });

  test('a test is really sent, and its outcome is shown', async () => {
    const answer = await site.press(ann, await pathOf('/test'));
    const location = answer.headers['location'] ?? '';
    expect(location).toMatch(/\?tested=[\da-f-]{36}$/);
    const [message] = await site.database.sql`select id, type, payload from notification_messages`;
    expect(message).toMatchObject({
      type: 'channel.test',
      payload: { type: 'channel.test', by: 'ann@example.com' },
    });
    // It waits a little for the worker.
    const waiting = ann.get(location);
    const sent = waiting.then(({ text }) => text);
    await site.database.sql`
      update notification_messages set outcome = 'sent', done_at = now(), attempts = 1, answer = '204 No Content'`;
    expect(await sent).toContain('The test has arrived. Answer: <span class="break">204 No Content</span>');
    await site.database.sql`
      update notification_messages set outcome = null, done_at = null, due_at = now() + interval '5 minutes', answer = '500 <b>'`;
    const { text } = await ann.get(location);
    expect(text).toContain('The test is on its way, after 1 failed attempt.');
    expect(text).toContain('500 &lt;b&gt;');
    expect(text).toContain('next attempt');
    await site.database.sql`update notification_messages set outcome = 'failed', done_at = now()`;
    expect((await ann.get(location)).text).toContain('The test did not arrive.');
    for (let count = 1; count < 10; count += 1) await site.press(ann, await pathOf('/test'));
    const tooOften = await site.press(ann, await pathOf('/test'));
    expect(tooOften.headers['location']).toContain('notice=tested-too-often');
  });

  test('gets a new secret, shown once; the audit page has it all', async () => {
    const made = await site.press(ann, await pathOf('/secret'));
    expect([made.status, secretOn(made)?.startsWith('whsec_')]).toEqual([201, true]);
    const { text } = await ann.get(await pathOf());
    expect(text).not.toContain('whsec_');
    expect(text).toContain('Previous secret');
    const [event] = await listSecurityEvents(site.database, { kinds: ['notifications_changed'], limit: 1 });
    expect(event).toMatchObject({ actorId: site.annId, clientId: null, address: '127.0.0.1' });
    await site.add(ann, { kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' });
    expect((await site.press(ann, await pathOf('/secret'))).status).toBe(404);
  });

  test('the log names no website that the reader does not see', async () => {
    const member = await site.member('reader', { websiteIds: [12] });
    await site.add(member);
    const id = await site.lastId();
    await site.database.sql`
      insert into notification_messages (channel_id, key, type, website_id, campaign_id)
      values (${id}, 'a', 'campaign.broke', 11, 101), (${id}, 'b', 'website.silent', 12, null)`;
    const { text } = await member.get(`/notifications/channels/${id}`).expect(200);
    expect(text).toContain('A campaign broke: a website that you do not see');
    expect(text).toContain('A website sends no data: journal.oak.example');
    expect(text).not.toContain('Spring');
    await site.database.sql`update notification_messages set channel_id = ${id - 1}`;
    const own = await ann.get(`/notifications/channels/${id - 1}`);
    expect(own.text).toContain('A campaign broke: “Spring &lt;sale&gt;” of shop.oak.example');
  });

  test('is nobody else’s', async () => {
    const path = await pathOf();
    const strangers = [await site.signedIn(BEN), await site.member('owner'), await site.member('reader')];
    for (const stranger of strangers) {
      expect((await stranger.get('/notifications')).text).not.toContain('Alarms</h3>');
      await stranger.get(path).expect(404);
      for (const action of ['', '/test', '/on', '/off', '/secret', '/remove', '/ask'])
        expect([action, (await site.press(stranger, `${path}${action}`)).status]).toEqual([action, 404]);
    }
    await ann.get('/notifications/channels/x').expect(404);
    await ann.get(`${path}/remove`).expect(405);
    expect(await all()).toHaveLength(1);
  });
});

describe('broken now', () => {
  test('shows what is broken on the websites that the person sees; somebody says that it is fixed', async () => {
    const id = await site.breakCampaign(11, 101);
    const { text } = await ann.get('/notifications');
    expect(text).toContain('Spring &lt;sale&gt;');
    expect(text).toContain('of 1,204 viewers only 3 converted, where 60 would have before');
    for (const agent of [await site.signedIn(BEN), await site.member('member', { websiteIds: [12] })]) {
      expect((await agent.get('/notifications')).text).not.toContain('Spring');
      expect((await site.press(agent, `/notifications/episodes/${id}/fixed`)).status).toBe(404);
    }
    const reader = await site.member('reader');
    const seen = (await reader.get('/notifications')).text;
    expect([seen.includes('Spring'), seen.includes('/fixed')]).toEqual([true, false]);
    expect((await site.press(reader, `/notifications/episodes/${id}/fixed`)).status).toBe(404);
    const fixed = await site.press(ann, `/notifications/episodes/${id}/fixed`);
    expect(fixed.headers['location']).toBe('/notifications?notice=fixed');
    expect((await ann.get('/notifications')).text).toContain('said to be fixed');
    expect((await site.press(ann, '/notifications/episodes/x/fixed')).status).toBe(404);
  });

  test('is muted for a while or for good, and the mute is lifted', async () => {
    await site.breakCampaign(11, 101);
    await site.add(ann);
    await site.add(ann, { name: 'Second' });
    const mute = { website: '11', campaign: '101', time: 'week', channel: 'mine' };
    expect((await site.press(ann, '/notifications/mutes', mute)).status).toBe(303);
    const mutes = () =>
      site.database.sql`select channel_id, until - now() > interval '6 days' as week from notification_mutes`;
    expect((await mutes()).map(({ week }) => week)).toEqual([true, true]);
    const { text } = await ann.get('/notifications');
    expect(text).toContain('Muted in <strong class="break">Second</strong> until');
    const channel = String(await site.lastId());
    await site.press(ann, '/notifications/mutes', { ...mute, channel, time: 'always' });
    expect((await ann.get(await pathOf())).text).toContain(
      'Says nothing about “Spring &lt;sale&gt;” of shop.oak.example for good',
    );
    const lifted = await site.press(ann, '/notifications/mutes/lift', { ...mute, channel });
    expect(lifted.headers['location']).toBe('/notifications?notice=lifted');
    expect(await mutes()).toHaveLength(1);
    expect((await site.press(ann, '/notifications/mutes/lift', { ...mute, channel })).status).toBe(404);
  });

  test.each<[string, Fields]>([
    ['a website of somebody else', { website: '21' }],
    ['a campaign that does not exist', { campaign: '999' }],
    ['no campaign', { campaign: 'x' }],
    ['an unknown length of time', { time: 'never' }],
    ['no channel', { channel: '' }],
    ['the channel of somebody else', { channel: '999999' }],
  ])('refuses to mute %s', async (_what, changes) => {
    await site.add(ann);
    const mute = { website: '11', campaign: '101', time: 'day', channel: 'mine', ...changes };
    expect((await site.press(ann, '/notifications/mutes', mute)).status).toBe(404);
    expect(await site.database.sql`select from notification_mutes`).toHaveLength(0);
  });
});

test('without a key, the page says how to switch notifications on', async () => {
  const product = await startProduct();
  try {
    const browser = new Browser();
    const page = await browser.signIn(`${product.url}/notifications`, ANN);
    expect([page.status, page.text.includes('NOTIFICATIONS_ENCRYPTION_KEY')]).toEqual([200, true]);
    expect((await browser.open(`${product.server.url}/tokens`)).text).not.toContain('/notifications"');
  } finally {
    await product.stop();
  }
});
