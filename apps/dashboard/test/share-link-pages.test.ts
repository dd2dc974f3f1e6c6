import { type MemberRole, onSecurityEvent } from '@funnel/db';
import { ANN, BEN, linkScope, NORA, PASSWORD_HASH } from '@funnel/fixtures';
import {
  createUser,
  findUserByEmail,
  listSecurityEvents,
  noteOpening,
  findOpenableLink,
} from '@funnel/identity';
import { listShareLinks } from '@funnel/sharing';
import { trustedWebsiteId } from '@funnel/domain';
import { hiddenFields } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { browserName } from '../src/share-links/browser-name.ts';
import { Browser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';
import { Guest } from './support/sharing.ts';

const ANN_ID = 1;
let product: Product;
let [ann, ben, nora]: Browser[] = [];
beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
  [ann, ben, nora] = [await signedIn(ANN), await signedIn(BEN), await signedIn(NORA)];
});
afterAll(() => product.stop());
beforeEach(() => product.database.sql`delete from share_links`);

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, email);
  return browser;
}
const known = (browser: Browser | undefined): Browser => {
  if (!browser) throw new Error('nobody is signed in');
  return browser;
};
let members = 0;
async function newMember(role: MemberRole, websiteIds?: number[]): Promise<Browser> {
  members += 1;
  const email = `member-${members}@example.com`;
  await createUser(product.database, {
    email,
    passwordHash: PASSWORD_HASH,
    accountId: 1,
    role,
    isVerified: true,
    websiteIds: websiteIds?.map(trustedWebsiteId),
  });
  return signedIn(email);
}

const address = (path = '') => `${product.url}/share-links${path}`;
const open = async (browser: Browser, path = '') => browser.open(address(path));
const post = async (browser: Browser, path: string, fields: Record<string, string>, headers = {}) => {
  const sent = { method: 'POST', body: new URLSearchParams(fields), headers };
  const response = await browser.send(address(path), sent);
  const { status } = response;
  return { status, headers: response.headers, text: await response.text() };
};
/** The hidden fields of the form that makes a link. */
const formOf = async (browser: Browser) => {
  const { csrf, form_id } = hiddenFields((await open(browser)).text);
  return { csrf, form_id };
};
const create = async (browser: Browser, changes: Record<string, string> = {}) =>
  post(browser, '', {
    ...(await formOf(browser)),
    name: 'For a client',
    website: '11',
    life: '30d',
    ...changes,
  });
const secretOn = ({ text }: { text: string }) =>
  new RegExp(`class="secret"[^>]* value="${product.url}/s/([^"]+)"`).exec(text)?.[1] ?? '';
const linksOf = async (userId = ANN_ID) => (await listShareLinks(product.database, linkScope(userId))).links;
const idOf = async () => (await linksOf())[0]?.id ?? 0;

test('opens after a sign-in with what the address fills in, also from its address at the authorization server', async () => {
  const query = '?website=12&campaign=104&name=Spring+%26+Co';
  for (const from of [address(query), `${product.server.url}/share-links${query}`]) {
    const page = await new Browser().signIn(from, ANN);
    expect([page.status, page.url]).toEqual([200, address(query)]);
    expect(page.text).toContain('<h1>Share links</h1>');
    expect(page.text).toContain('value="Spring &amp; Co"');
  }
  const below = await new Browser().send(`${product.server.url}/share-links/7?x=1`);
  expect([below.status, below.headers.get('location')]).toEqual([303, address('/7?x=1')]);
});

test('the menus of both apps lead here', async () => {
  expect((await known(ann).open(`${product.url}/`)).text).toContain('href="/share-links"');
  expect((await known(ann).open(`${product.server.url}/tokens`)).text).toContain(`href="${address()}"`);
});

test('an address is shown once, on a page that is not cached, with a button to copy it, and opens', async () => {
  const made = await create(known(ann), { name: 'Spring <b>review</b>' });
  expect([
    made.status,
    made.headers.get('cache-control'),
    made.headers.get('referrer-policy'),
    made.headers.get('content-security-policy')?.includes('script-src'),
  ]).toEqual([201, 'no-store', 'no-referrer', true]);
  const secret = secretOn(made);
  expect(secret).toMatch(/^fnl_sl_[0-9A-Za-z]{49}$/);
  expect(made.text).toContain('data-copy="address"');
  expect(made.text).toContain('sees the reports of shop.oak.example until');
  const { text } = await open(known(ann));
  expect(text).not.toContain(secret);
  expect(text).toContain('Spring &lt;b&gt;review&lt;/b&gt;');
  expect(text).toContain('never');
  expect(await linksOf()).toMatchObject([
    { websiteId: 11, campaignId: null, hasPassword: false, isActive: true },
  ]);
  expect(product.logged()).not.toContain(secret);
  const page = await new Guest().follow({ url: `${product.url}/s/${secret}` });
  expect(page.text).toContain('Shared with you: reports of <strong>shop.oak.example</strong>');
});

test('an address fills the form in, and creates nothing', async () => {
  const query = new URLSearchParams({ website: '12', campaign: '7', name: '"><script>alert(1)</script>' });
  const { text } = await open(known(ann), `?${query.toString()}`);
  expect(text).toContain('<option value="12" selected>');
  expect(text).toMatch(/name="campaign"[^>]* value="7"/);
  expect(text).toContain('&quot;&gt;&lt;script&gt;');
  expect(text).not.toContain('<script>');
  expect(await linksOf()).toEqual([]);
  const { text: nonsense } = await open(known(ann), '?website=x&campaign=-1&name=%07');
  expect(nonsense).toMatch(/name="campaign"[^>]* value=""/);
});

test('a link can be for a campaign, and have a password, which is never shown again', async () => {
  const password = 'a good password';
  const { text } = await create(known(ann), { campaign: '101', password });
  expect(text).toContain('“Spring quiz” of shop.oak.example');
  expect(text).toContain('and the password');
  expect(text).not.toContain(password);
  expect(await linksOf()).toMatchObject([{ campaignId: 101, hasPassword: true }]);
  expect((await create(known(ann), { name: '', password })).text).not.toContain(password);
  await product.database.sql`update share_links set campaign_id = 109`;
  expect((await open(known(ann))).text).toContain('campaign #109 of shop.oak.example');
});

test.each([
  ['no name', { name: ' ' }, 'name-error'],
  ['a long name', { name: 'x'.repeat(81) }, 'name-error'],
  ['no website', { website: '' }, 'website-error'],
  ['the website of another account', { website: '21' }, 'website-error'],
  ['no campaign at all', { campaign: 'spring' }, 'campaign-error'],
  ['a number too large for a campaign', { campaign: '99999999999' }, 'campaign-error'],
  ['a campaign that the website does not have', { campaign: '109' }, 'campaign-error'],
  ['a campaign of another website', { campaign: '101', website: '12' }, 'campaign-error'],
  ['another life', { life: '10y' }, 'life-error'],
  ['a short password', { password: 'short' }, 'password-error'],
  ['an old form', { form_id: 'x' }, 'name-error'],
])('refuses %s', async (_what, changes, error) => {
  const refused = await create(known(ann), changes);
  expect([refused.status, refused.text.includes(`id="${error}"`)]).toEqual([422, true]);
  expect(await linksOf()).toEqual([]);
});

test('a form that is sent twice creates one link', async () => {
  const fields = { ...(await formOf(known(ann))), name: 'x', website: '11', life: '1d' };
  expect((await post(known(ann), '', fields)).status).toBe(201);
  const again = await post(known(ann), '', fields);
  expect([again.status, again.headers.get('location')]).toEqual([303, '/share-links?notice=already-sent']);
  expect((await open(known(ann), '?notice=already-sent')).text).toContain('A link is shown only once.');
  expect(await linksOf()).toHaveLength(1);
});

test('a forged form, and one without a session, changes nothing', async () => {
  await create(known(ann));
  const id = await idOf();
  const { csrf } = await formOf(known(ann));
  const { csrf: other } = await formOf(known(ben));
  const forms = { '': { name: 'x', website: '11', life: '1d' }, [`/${id}/revoke`]: {} };
  for (const [path, fields] of Object.entries(forms)) {
    expect((await post(known(ann), path, fields)).status).toBe(403);
    expect((await post(known(ann), path, { ...fields, csrf: other })).status).toBe(403);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    expect((await post(known(ann), path, { ...fields, csrf }, elsewhere)).status).toBe(403);
    expect((await post(new Browser(), path, { ...fields, csrf })).status).toBe(401);
  }
  expect(await linksOf()).toMatchObject([{ isActive: true }]);
});

test('readers, people of some websites and people without one share only what they may', async () => {
  const reader = await newMember('reader');
  const { text } = await open(reader);
  expect(text).toContain('You may read, but not share.');
  expect(text).not.toContain('New link');
  expect((await create(reader, { form_id: '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64' })).status).toBe(422);
  const ofOne = await newMember('member', [12]);
  expect((await open(ofOne)).text).not.toContain('shop.oak.example');
  expect((await create(ofOne)).status).toBe(422);
  expect((await create(ofOne, { website: '12' })).status).toBe(201);
  const ofNora = await open(known(nora));
  expect(ofNora.text).not.toContain('name="life"');
  // As notifications and tokens say it.
  expect(ofNora.text).toContain('You have no websites.');
  expect((await create(known(nora))).status).toBe(422);
  expect(await linksOf()).toHaveLength(1);
});

test('somebody who becomes a reader with the page open shares nothing', async () => {
  const member = await newMember('member');
  const form = await formOf(member);
  const person = await findUserByEmail(product.database, `member-${members}@example.com`);
  await product.database.sql`update account_members set role = 'reader' where user_id = ${person?.id ?? 0}`;
  const refused = await post(member, '', { ...form, name: 'x', website: '11', life: '1d' });
  expect([
    refused.status,
    refused.text.includes('id="website-error"') || refused.text.includes('not share'),
  ]).toEqual([422, true]);
  expect(await linksOf()).toEqual([]);
});

test('the links of others are neither listed nor shown nor revoked; an owner sees those of the account', async () => {
  const member = await newMember('member');
  await create(member, { name: 'Of a member' });
  const id = await idOf();
  for (const stranger of [known(ben), known(nora), await newMember('member')]) {
    expect((await open(stranger)).text).not.toContain('Of a member');
    expect((await open(stranger, `/${id}`)).status).toBe(404);
    const { csrf } = hiddenFields((await open(stranger)).text);
    expect((await post(stranger, `/${id}/revoke`, { csrf })).status).toBe(404);
  }
  expect(await linksOf()).toMatchObject([{ isActive: true }]);
  const { text } = await open(known(ann));
  expect(text).toContain('Of a member');
  expect(text).toMatch(/Made by<\/dt><dd class="break">member-\d+@example.com/);
  const { csrf } = await formOf(known(ann));
  const revoked = await post(known(ann), `/${id}/revoke`, { csrf });
  expect(revoked.headers.get('location')).toBe('/share-links?notice=revoked');
  expect((await open(known(ann))).text).toContain('<span class="badge inactive">revoked</span>');
  const again = await post(known(ann), `/${id}/revoke`, { csrf });
  expect([again.status, again.headers.get('location')]).toEqual([303, '/share-links?notice=ended']);
  expect((await open(known(ann), '?notice=ended')).text).toContain('had ended already');
  for (const none of ['/0/revoke', '/x/revoke'])
    expect((await post(known(ann), none, { csrf })).status).toBe(404);
  expect((await open(known(ann), '/x')).status).toBe(404);
});

test('revoking ends what a guest has open', async () => {
  const guest = new Guest();
  await guest.follow({ url: `${product.url}/s/${secretOn(await create(known(ann)))}` });
  expect((await guest.data('/reports/website?website_id=11')).status).toBe(200);
  const { csrf } = await formOf(known(ann));
  await post(known(ann), `/${await idOf()}/revoke`, { csrf });
  expect((await guest.data('/reports/website?website_id=11')).status).toBe(401);
});

test('the page of a link says who opened it, in words', async () => {
  const secret = secretOn(await create(known(ann)));
  const link = await findOpenableLink(product.database, secret);
  if (!link) throw new Error('The link does not open.');
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  const openedAt = new Date();
  await noteOpening(product.database, link, { openedAt, network: '192.0.2.44', browser: chrome });
  await noteOpening(product.database, link, {
    openedAt,
    network: null,
    browser: '<script>alert(1)</script>',
  });
  const { status, text } = await open(known(ann), `/${await idOf()}`);
  expect(status).toBe(200);
  expect(text).toContain('Chrome on Windows');
  expect(text).toContain('192.0.2.44');
  expect(text).toContain('an unknown network');
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain(secret);
  expect(text).toContain('2 times, last on');
});

test('all active links are listed, whatever pages the REST API has, and the newest that have ended', async () => {
  const insert = (count: number, from: number, revokedAt: string | null) => product.database.sql`
    insert into share_links (account_id, user_id, name, website_id, secret_hash, grant_id_hash, expires_at, revoked_at)
    select 1, 1, 'Link ' || n, 11, sha256(n::text::bytea), sha256(n::text::bytea), now() + interval '1 day', ${revokedAt}::timestamptz
    from generate_series(${from}::int, ${from + count - 1}::int) as n`;
  await insert(130, 1_001, null);
  await insert(120, 2_001, '2026-11-01');
  const { text } = await open(known(ann));
  for (const name of ['Link 1001', 'Link 1130', 'Link 2120']) expect(text).toContain(`>${name}<`);
  expect(text).toContain('<summary>Ended (120)</summary>');
});

test('an owner who limits the life of tokens limits that of links', async () => {
  await product.database.sql`update accounts set max_token_days = 7 where id = 1`;
  const refused = await create(known(ann));
  await product.database.sql`update accounts set max_token_days = null where id = 1`;
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('A link may be valid for 7 days at most');
});

test('the audit log and the log say who shared what, as the authorization server did', async () => {
  const logged: unknown[] = [];
  const stop = onSecurityEvent((event) => logged.push(event));
  await create(known(ann), { campaign: '101' });
  stop();
  const id = await idOf();
  const said = { kind: 'share_link_created', actorId: ANN_ID, accountId: 1, address: '127.0.0.1' };
  expect(logged).toMatchObject([said]);
  const [event] = await listSecurityEvents(product.database, { kinds: ['share_link_created'], limit: 1 });
  const details = { link: id, campaign: 101, days: 30, password: false };
  expect(event).toMatchObject({ ...said, userId: ANN_ID, clientId: null, websiteIds: [11], details });
  const { text } = await known(ann).open(`${product.server.url}/audit`);
  expect(text).toContain('ann@example.com made a share link');
  expect(text).toContain(`days 30, link ${id}, campaign 101, password false`);
});

test('says it on a page when the REST API does not answer', async () => {
  product.replaceRest((_req, res) => void res.writeHead(500).end('{}'));
  try {
    const page = await open(known(ann));
    expect([page.status, page.text.includes('Something went wrong')]).toEqual([503, true]);
  } finally {
    product.replaceRest(undefined);
  }
});

test.each([
  [null, 'Unknown browser'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Slackbot-LinkExpanding 1.0', 'A program, maybe a preview: Slackbot-LinkExpanding 1.0'],
  ['something else', 'something else'],
])('calls %s “%s”', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
