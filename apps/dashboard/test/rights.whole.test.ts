import { trustedWebsiteId } from '@funnel/domain';
import { ANN, BEN, LEGACY_KEY, NORA, PASSWORD, PASSWORD_HASH, PersonVisitor } from '@funnel/fixtures';
import { changeMember, createUser, leaveAccount, removeUser } from '@funnel/identity';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Browser, websitesOf } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

let people = 0;
/** A new member of account 1, who is signed in. */
async function newMember(options: { websiteIds?: number[]; role?: 'member' | 'reader' } = {}) {
  const email = `member-${(people += 1)}@example.com`;
  const websiteIds = options.websiteIds?.map(trustedWebsiteId);
  await createUser(product.database, {
    email,
    passwordHash: PASSWORD_HASH,
    accountId: 1,
    isVerified: true,
    websiteIds,
    role: options.role ?? 'member',
  });
  const [row] = await product.database.sql`select id from users where email = ${email}`;
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, email);
  return { browser, email, id: Number(row?.['id']) };
}
const seenBy = (browser: Browser) => websitesOf(browser, product.url);

test('a member of one website gets one website', async () => {
  const { browser } = await newMember({ websiteIds: [12], role: 'reader' });
  expect(await seenBy(browser)).toEqual([12]);
  const other = await browser.ask(`${product.url}/data/reports/website?website_id=11`);
  expect(other.status).toBe(404);
  const own = await browser.ask(`${product.url}/data/reports/website`);
  expect(own.status).toBe(200);
});

test('somebody without a website gets an empty list', async () => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, NORA);
  expect(await seenBy(browser)).toEqual([]);
});

describe('the next request follows the rights of the person', () => {
  test('who may see more, or less', async () => {
    const { browser, id } = await newMember({ websiteIds: [12] });
    const rights = (websiteIds: number[] | null) =>
      changeMember(product.database, {
        accountId: 1,
        userId: id,
        role: 'member',
        websiteIds: websiteIds && websiteIds.map(trustedWebsiteId),
      });
    await rights([11, 12]);
    expect(await seenBy(browser)).toEqual([11, 12]);
    await rights([11]);
    expect(await seenBy(browser)).toEqual([11]);
    await rights(null);
    expect(await seenBy(browser)).toEqual([11, 12, 31]);
  });

  test('when a website is added', async () => {
    const { browser } = await newMember();
    await product.database.sql`insert into websites
      (id, account_id, name, currency, api_key_hash, api_key_encrypted)
      select 77, 1, 'new.oak.example', 'EUR', sha256('77'), api_key_encrypted from websites where id = 11`;
    expect(await seenBy(browser)).toEqual([11, 12, 31, 77]);
    await product.database.sql`delete from websites where id = 77`;
    expect(await seenBy(browser)).toEqual([11, 12, 31]);
  });

  test('who has left the account', async () => {
    const { browser, id } = await newMember();
    expect(await seenBy(browser)).toEqual([11, 12, 31]);
    await leaveAccount(product.database, { accountId: 1, userId: id });
    expect(await seenBy(browser)).toBe(401);
  });

  test('who no longer exists', async () => {
    const { browser, id } = await newMember();
    await removeUser(product.database, { id });
    expect(await seenBy(browser)).toBe(401);
  });

  test('who has changed the password', async () => {
    const { browser, email } = await newMember();
    const other = new Browser();
    await other.signIn(`${product.url}/`, email);
    const page = await other.open(`${product.server.url}/password`);
    const password = 'another long and honest password';
    await other.submit(
      { ...page, text: page.text.slice(page.text.indexOf('<main>')) },
      {
        current: PASSWORD,
        password,
        repeated: password,
      },
    );
    expect(await seenBy(browser)).toBe(401);
  });

  test('who has signed out at the authorization server, or ended a session there', async () => {
    const { browser, email } = await newMember();
    await browser.submit(await browser.open(`${product.server.url}/logout`), {});
    expect(await seenBy(browser)).toBe(401);
    const [first, second] = [new Browser(), new Browser()];
    for (const each of [first, second]) await each.signIn(`${product.url}/`, email);
    const list = await first.open(`${product.server.url}/sessions`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(list.text)?.[1] ?? '';
    const body = new URLSearchParams({ csrf });
    await first.open(`${product.server.url}/sessions/end-others`, { method: 'POST', body });
    expect(await seenBy(second)).toBe(401);
    expect((await second.open(`${product.url}/`)).text).toContain('name="password"');
    // The one who did it is still signed in there: the script is refused, opens the page again, and nobody is asked.
    expect(await seenBy(first)).toBe(401);
    expect((await first.open(`${product.url}/websites/11`)).url).toBe(`${product.url}/websites/11`);
    expect(await seenBy(first)).toEqual([11, 12, 31]);
  });
});

test('opening the dashboard does not end the legacy keys of programs', async () => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
  expect((await browser.ask(`${product.url}/data/reports/website?website_id=31`)).status).toBe(200);
  const byKey = await fetch(`${product.restUrl}/api/v1/reports/website`, {
    headers: { authorization: `api_key=${LEGACY_KEY}` },
  });
  expect(byKey.status).toBe(200);
});

test('is not among the applications of a person', async () => {
  const browser = new Browser();
  await browser.signIn(`${product.url}/`, ANN);
  const { text } = await browser.open(`${product.server.url}/applications`);
  expect(text).not.toContain('funnel-dashboard');
});

test('a code of another client opens no session', async () => {
  const registered = (await (
    await fetch(`${product.server.url}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: ['https://client.example/cb'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      }),
    })
  ).json()) as { client_id: string };
  const browser = new Browser();
  const begun = new URL((await browser.send(`${product.url}/`)).headers.get('location') ?? '');
  // The same challenge and state, but another client.
  const theirs = new URL(begun);
  theirs.searchParams.set('client_id', registered.client_id);
  theirs.searchParams.set('redirect_uri', 'https://client.example/cb');
  const answer = await new PersonVisitor(product.server.url).authorize(theirs, {
    email: BEN,
    websiteIds: [21],
  });
  expect(answer.searchParams.get('code')).not.toBeNull();
  const page = await browser.open(`${product.url}/sign-in/callback${answer.search}`);
  expect([page.status, browser.cookies.has('funnel_dashboard')]).toEqual([400, false]);
});
