import { ANN, BEN, exampleUrl, linkScope, PASSWORD } from '@funnel/fixtures';
import { changeMember, setTokenLife } from '@funnel/identity';
import { listOpenings } from '@funnel/sharing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isPageOf } from '../src/shared-link/shared-paths.ts';
import { Browser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';
import { REPORTS } from './support/reports.ts';
import { Guest, type Link, newLink } from './support/sharing.ts';

const NUMBER = /"(?:views|conversions|revenue)"/;
let product: Product;
beforeAll(async () => {
  product = await startProduct({ RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => product.stop());
beforeEach(() => void product.asked.splice(0));

const openings = async ({ id }: Link) => listOpenings(product.database, linkScope(), id);
async function guestOf(link: Link): Promise<Guest> {
  const guest = new Guest();
  await guest.follow(link);
  return guest;
}
const statusOf = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get('content-type')?.split(';')[0]];
};
const PROBLEM = 'application/problem+json';

describe('a link', () => {
  test('opens the reports of a website, for a browser without an account, and says what is shared', async () => {
    const link = await newLink(product);
    const guest = new Guest();
    const page = await guest.follow(link);
    expect([page.status, new URL(page.url).pathname]).toEqual([
      200,
      expect.stringMatching(/^\/shared\/[\w-]{16}\/websites\/11$/),
    ]);
    expect(page.text).toMatch(
      /Shared with you: reports of <strong>shop\.oak\.example<\/strong>, by Oak &amp; Linen, until \d+ \w+ \d{4}\./,
    );
    for (const absent of [link.secret, 'Sign out', 'Access tokens', 'href="/"', ANN])
      expect(page.text).not.toContain(absent);
    expect(page.url).not.toContain(link.secret);
    expect([...guest.cookies.keys()]).toEqual([expect.stringMatching(/^funnel_shared_[\w-]{16}$/)]);
    const answer = await guest.data('/reports/website?website_id=11&timeframe=last_90_days');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await answer.text()).toMatch(NUMBER);
    expect(await openings(link)).toMatchObject([{ network: '127.0.0.1', browser: expect.any(String) }]);
  });

  test('gives the same bytes as the REST API, for every report of its website', async () => {
    const guest = await guestOf(await newLink(product));
    let reports = 0;
    for (const operation of REPORTS) {
      const path = exampleUrl(operation);
      const asked = path.includes('website_id')
        ? path
        : `${path}${path.includes('?') ? '&' : '?'}website_id=11`;
      const given = await guest.data(asked);
      const authorization = String(product.asked.at(-1)?.headers['authorization']);
      expect(authorization).toMatch(/^Bearer fnl_vt_/);
      const expected = await fetch(`${product.restUrl}/api/v1${asked}`, { headers: { authorization } });
      const bytes = async (answer: Response) => (await answer.text()).replace(/"instance":"[^"]+"/, '');
      expect([asked, given.status]).toEqual([asked, expected.status]);
      expect(await bytes(given)).toBe(await bytes(expected));
      reports += 1;
    }
    expect(reports).toBeGreaterThanOrEqual(10);
  });

  test('opened once more in the same browser is the same visit; in another one it is another', async () => {
    const link = await newLink(product);
    const guest = await guestOf(link);
    const before = guest.cookieHeader;
    await guest.follow(link);
    expect(guest.cookieHeader).toBe(before);
    expect(await openings(link)).toHaveLength(1);
    await guestOf(link);
    expect(await openings(link)).toHaveLength(2);
  });

  test('is not opened by a program that only looks whether it exists', async () => {
    const link = await newLink(product);
    const answer = await new Browser().send(link.url, { method: 'HEAD' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await openings(link)).toEqual([]);
  });

  test('has headers that keep it secret and out of frames', async () => {
    const link = await newLink(product);
    const guest = new Guest();
    const first = await guest.send(link.url);
    const page = await guest.follow(link);
    const data = await guest.data('/reports/website?website_id=11');
    for (const { headers } of [first, page]) {
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
    expect(data.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(first.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);
  });

  test('is in no log: not of the dashboard, not of the authorization server', async () => {
    const link = await newLink(product, { hasPassword: true });
    const guest = new Guest();
    const page = await guest.open(link.url);
    await guest.submit(page, { password: 'a wrong password' });
    await guest.submit(page, { password: PASSWORD });
    await guest.open(`${product.url}/s/${link.secret}/more`);
    await guest.open(`${product.url}/s/${link.secret}?a=${link.secret}`);
    expect(product.logged()).toContain('/s/[redacted]');
    for (const log of [product.logged(), product.server.logged()])
      for (const secret of [link.secret, link.secret.slice(7), 'a wrong password', PASSWORD])
        expect(log).not.toContain(secret);
  });
});

describe('shows nothing', () => {
  const says = async (guest: Guest, url: string) => {
    const { status, text } = await guest.open(url);
    return [status, /<h1>([^<]*)<\/h1>/.exec(text)?.[1]];
  };
  const ENDED = [410, 'This link has ended'];

  test('for an unknown secret, the same as for one that has ended', async () => {
    const revoked = await newLink(product);
    await revoked.revoke();
    const expired = await newLink(product);
    await product.database.sql`update share_links set expires_at = now() where id = ${expired.id}`;
    const unknown = `fnl_sl_${'0'.repeat(43)}000000`;
    const pages = [];
    for (const secret of [revoked.secret, expired.secret, unknown, 'x', 'fnl_sl_', `${unknown}1`]) {
      const guest = new Guest();
      const { status, text } = await guest.open(`${product.url}/s/${secret}`);
      pages.push(text);
      expect([status, guest.cookies.size]).toEqual([410, 0]);
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('Ask who sent it for a new one.');
  });

  test('once the link is revoked, also on a page that is open', async () => {
    const link = await newLink(product);
    const [one, other, third] = [await guestOf(link), await guestOf(link), await guestOf(link)];
    expect((await one.data('/reports/website?website_id=11')).status).toBe(200);
    await link.revoke();
    const answer = await one.data('/reports/website?website_id=11');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      detail: 'This link has ended. Ask who sent it for a new one.',
    });
    expect(one.cookies.size).toBe(0);
    expect(await says(other, `${other.base}/websites/11`)).toEqual(ENDED);
    expect(await says(third, link.url)).toEqual(ENDED);
    expect([other.cookies.size, third.cookies.size]).toEqual([0, 0]);
  });

  test('once the link expires, also on a page that is open', async () => {
    const link = await newLink(product);
    const guest = await guestOf(link);
    await product.database.sql`update share_links set expires_at = now() where id = ${link.id}`;
    await product.database.sql`update authorization_records set expires_at = now() where grant_id_hash =
      (select grant_id_hash from share_links where id = ${link.id})`;
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(401);
  });

  test('once its maker loses the website', async () => {
    const [{ id: userId } = { id: 0 }] = await product.database.sql<{ id: number }[]>`
      insert into users (email, password_hash) values ('maker@example.com', '-') returning id`;
    await product.database
      .sql`insert into account_members (account_id, user_id, role) values (1, ${userId}, 'member')`;
    const link = await newLink(product, { userId });
    const guest = await guestOf(link);
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(200);
    await changeMember(product.database, { userId, accountId: 1, role: 'reader' });
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(401);
    expect(await says(guest, link.url)).toEqual(ENDED);
  });

  test('once the owner has limited the life of tokens below it', async () => {
    const link = await newLink(product);
    const guest = await guestOf(link);
    await product.database
      .sql`update share_links set created_at = created_at - interval '2 days' where id = ${link.id}`;
    await product.database.sql`update authorization_records set created_at = created_at - interval '2 days'
      where id_hash = (select grant_id_hash from share_links where id = ${link.id})`;
    await setTokenLife(product.database, { accountId: 1, days: 1 });
    await setTokenLife(product.database, { accountId: 1, days: null });
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(401);
  });

  test('to a browser that has not opened the link, whatever its number', async () => {
    const guest = await guestOf(await newLink(product));
    const stranger = new Guest();
    stranger.base = guest.base;
    const { status, text } = await stranger.open(`${guest.base}/websites/11`);
    expect([status, text.includes('Open your link again')]).toEqual([410, true]);
    expect(await statusOf(stranger.data('/reports/website?website_id=11'))).toEqual([401, PROBLEM]);
    const { text: unknown } = await stranger.open(`${product.url}/shared/${'x'.repeat(16)}/websites/11`);
    expect(unknown).toBe(text);
    expect(product.asked).toEqual([]);
  });

  test('after a visit of too many hours; the link opens it again', async () => {
    const link = await newLink(product);
    const late = await product.replica();
    const guest = await guestOf({ ...link, url: `${late.url}/s/${link.secret}` });
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(200);
    late.passTime(13 * 3600_000);
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(401);
    await guest.follow({ url: `${late.url}/s/${link.secret}` });
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(200);
  });
});

describe('a token of ten minutes', () => {
  test('is replaced while the link lives', async () => {
    const link = await newLink(product);
    const later = await product.replica();
    const guest = await guestOf({ ...link, url: `${later.url}/s/${link.secret}` });
    await guest.data('/reports/website?website_id=11');
    const first = product.asked.at(-1)?.headers['authorization'];
    later.passTime(11 * 60_000);
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(200);
    expect(product.asked.at(-1)?.headers['authorization']).not.toBe(first);
    expect(await openings(link)).toHaveLength(1);
  });

  test('that the REST API refuses is replaced once', async () => {
    const guest = await guestOf(await newLink(product));
    await product.database.sql`delete from authorization_records where payload ->> 'gty' = 'view'`;
    expect((await guest.data('/reports/website?website_id=11')).status).toBe(200);
  });
});

describe('with changed ids', () => {
  const OTHERS_OF_WEBSITE = [
    '/reports/website?website_id=12',
    '/reports/website?website_id=21',
    '/reports/website?website_id=31',
    '/reports/website/insights?website_id=12',
    '/reports/campaigns?website_id=21',
    '/reports/experiments?website_id=12',
    '/reports/campaigns/104?website_id=12',
    '/reports/campaigns/104?website_id=11',
    '/reports/campaigns/102?website_id=21',
    '/reports/campaigns/102',
    '/reports/variants/204?website_id=11',
    '/reports/variants/202?website_id=21',
    '/reports/steps/304?website_id=11',
    '/reports/steps/302?website_id=21',
    '/reports/elements/404?website_id=11',
    '/reports/elements/402',
    '/beyond-v1/website/insights?website_id=12&week=2026-11-02',
    '/beyond-v1/website/insights/weeks?website_id=12',
  ];
  test.each(OTHERS_OF_WEBSITE)('the link of a website gives no number for %s', async (path) => {
    const guest = await guestOf(await newLink(product));
    const answer = await guest.data(path);
    expect([403, 404, 422]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(NUMBER);
  });

  test('lists of all websites have the shared one alone', async () => {
    const guest = await guestOf(await newLink(product));
    const two = 'website_ids[]=11&website_ids[]=12&website_ids=12';
    const lists = ['/reports/websites', '/reports/account/performance', `/reports/website?${two}`];
    for (const path of [...lists, `/reports/account/performance?${two}`, `/reports/websites?${two}`]) {
      const text = await (await guest.data(path)).text();
      expect(text).not.toMatch(/journal\.oak|outlet\.oak|tidewater/);
    }
  });

  const OTHERS_OF_CAMPAIGN = [
    ...OTHERS_OF_WEBSITE,
    '/reports/website?website_id=11',
    '/reports/website',
    '/reports/websites',
    '/reports/website/insights?website_id=11',
    '/reports/campaigns?website_id=11',
    '/reports/experiments?website_id=11',
    '/reports/account/performance',
    '/reports/campaigns/101?website_id=11',
    '/reports/variants/201?website_id=11',
    '/reports/steps/301?website_id=11',
    '/reports/elements/401?website_id=11',
    '/beyond-v1/website/insights?website_id=11&week=2026-11-02',
    '/beyond-v1/website/insights/weeks?website_id=11',
  ];
  test.each(OTHERS_OF_CAMPAIGN)('the link of another campaign gives no number for %s', async (path) => {
    const guest = await guestOf(await newLink(product, { campaignId: 103 }));
    for (const asked of [path, `${path}${path.includes('?') ? '&' : '?'}format=csv&notes=true&extras=true`]) {
      const answer = await guest.data(asked);
      expect([403, 404, 422]).toContain(answer.status);
      expect(await answer.text()).not.toMatch(NUMBER);
    }
  });

  test('the link of a campaign shows it, and what is below it', async () => {
    const guest = new Guest();
    const { url, text } = await guest.follow(await newLink(product, { campaignId: 101 }));
    expect(new URL(url).pathname).toMatch(/\/websites\/11\/campaigns\/101$/);
    expect(text).toContain('Shared with you: one campaign of <strong>shop.oak.example</strong>');
    for (const path of ['campaigns/101', 'variants/201', 'variants/203', 'steps/301', 'elements/401'])
      expect([path, (await guest.data(`/reports/${path}?website_id=11`)).status]).toEqual([path, 200]);
  });

  test('a link for a campaign of another website shows nothing', async () => {
    const guest = await guestOf(await newLink(product, { campaignId: 102 }));
    for (const query of ['?website_id=11', '?website_id=21', ''])
      expect((await guest.data(`/reports/campaigns/102${query}`)).status).toBe(404);
  });

  test('pages beyond what is shared do not exist', async () => {
    const whole = await guestOf(await newLink(product));
    for (const path of ['/websites/12', '/websites/21/campaigns', '/websites/12/variants/204'])
      expect([path, (await whole.open(`${whole.base}${path}`)).status]).toEqual([path, 404]);
    for (const path of ['/websites/11/campaigns', '/websites/11/insights', '/websites/11/steps/301'])
      expect([path, (await whole.open(`${whole.base}${path}`)).status]).toEqual([path, 200]);
    const part = await guestOf(await newLink(product, { campaignId: 101 }));
    for (const path of ['/websites/11', '/websites/11/campaigns', '/websites/11/campaigns/103'])
      expect([path, (await part.open(`${part.base}${path}`)).status]).toEqual([path, 404]);
    expect((await part.open(part.base)).url).toBe(`${part.base}/websites/11/campaigns/101`);
    expect((await part.open(`${part.base}/`)).url).toBe(`${part.base}/websites/11/campaigns/101`);
    const shared = { websiteId: 11, websiteName: '', campaignId: 101, accountName: '', endsAt: '' };
    for (const path of ['/shared/x/websites/0x0b/campaigns/101', '/shared/x/websites/11/campaigns/1e2', '/'])
      expect(isPageOf(shared, path)).toBe(false);
  });

  test('nothing else of the REST API is reached, and with no other method', async () => {
    const guest = await guestOf(await newLink(product));
    for (const path of ['/contacts?website_id=11', '/websites', '/cta?website_id=11', '/areas', '/reports'])
      expect([path, (await guest.data(path)).status]).toEqual([path, 404]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await guest.send(`${guest.base}/data/reports/websites`, { method })).status).toBe(405);
    expect(product.asked).toEqual([]);
  });
});

describe('cookies', () => {
  test('of two links do not mix, also swapped', async () => {
    const [one, other] = [await newLink(product), await newLink(product, { websiteId: 12 })];
    const guest = await guestOf(one);
    const first = guest.base;
    await guest.follow(other);
    const second = guest.base;
    const ask = (base: string, id: number) => guest.ask(`${base}/data/reports/website?website_id=${id}`);
    expect((await ask(first, 11)).status).toBe(200);
    expect((await ask(second, 12)).status).toBe(200);
    expect((await ask(first, 12)).status).toBe(404);
    expect((await ask(second, 11)).status).toBe(404);
    const [[oneName, oneValue] = ['', ''], [otherName, otherValue] = ['', '']] = [...guest.cookies];
    const swap = new Guest();
    swap.cookies.set(oneName, otherValue).set(otherName, oneValue);
    for (const base of [first, second])
      for (const id of [11, 12])
        expect((await swap.ask(`${base}/data/reports/website?website_id=${id}`)).status).toBe(401);
  });

  test('of a guest are not those of a person, and the other way round', async () => {
    const guest = await guestOf(await newLink(product));
    const [[name, value] = ['', '']] = [...guest.cookies];
    expect((await guest.ask(`${product.url}/data/reports/websites`)).status).toBe(401);
    const renamed = new Browser();
    renamed.cookies.set('funnel_dashboard', value);
    expect((await renamed.ask(`${product.url}/data/reports/websites`)).status).toBe(401);
    const ben = new Browser();
    await ben.signIn(`${product.url}/`, BEN);
    const session = ben.cookies.get('funnel_dashboard') ?? '';
    expect((await ben.ask(`${guest.base}/data/reports/website?website_id=11`)).status).toBe(401);
    ben.cookies.set(name, session);
    expect((await ben.ask(`${guest.base}/data/reports/website?website_id=21`)).status).toBe(401);
  });

  test('a person who opens a link stays signed in, and gets no other rights there', async () => {
    const ben = new Guest();
    await ben.signIn(`${product.url}/`, BEN);
    const session = ben.cookies.get('funnel_dashboard');
    await ben.follow(await newLink(product));
    expect(ben.cookies.get('funnel_dashboard')).toBe(session);
    expect((await ben.data('/reports/website?website_id=21')).status).toBe(404);
    expect((await ben.data('/reports/website?website_id=11')).status).toBe(200);
    const own = await ben.ask(`${product.url}/data/reports/website?website_id=11`);
    expect(own.status).toBe(404);
    expect((await ben.ask(`${product.url}/data/reports/website?website_id=21`)).status).toBe(200);
  });

  test('are of no use on another website', async () => {
    const guest = await guestOf(await newLink(product));
    const path = `${guest.base}/data/reports/website?website_id=11`;
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      expect((await guest.ask(path, headers)).status).toBe(403);
    expect((await guest.send(path)).status).toBe(403);
  });
});

describe('a password', () => {
  test('is asked for, and opens the link', async () => {
    const link = await newLink(product, { hasPassword: true });
    const guest = new Guest();
    const page = await guest.open(link.url);
    expect([page.status, page.text.includes('This link has a password')]).toEqual([200, true]);
    expect(page.text).not.toContain('shop.oak.example');
    const wrong = await guest.submit(page, { password: 'something else' });
    expect([wrong.status, wrong.text.includes('That is not the password of this link.')]).toEqual([
      422,
      true,
    ]);
    expect([guest.cookies.size, await openings(link)]).toEqual([0, []]);
    const right = await guest.submit(page, { password: PASSWORD });
    expect([right.status, right.text.includes('Shared with you')]).toEqual([200, true]);
    expect(await openings(link)).toHaveLength(1);
    await link.revoke();
    expect((await guest.submit(page, { password: PASSWORD })).status).toBe(410);
  });

  test('that was guessed too often has to wait', async () => {
    const link = await newLink(product, { hasPassword: true });
    const guest = new Guest();
    const page = await guest.open(link.url);
    await guest.submit(page, { password: 'wrong' });
    await product.database
      .sql`update throttles set attempts = 25 where key like ${`share:pair:${link.id}:%`}`;
    await guest.submit(page, { password: 'wrong' });
    const refused = await guest.submit(page, { password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Too many wrong passwords\. Try again in 1\d minutes\./);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is not taken from another website', async () => {
    const link = await newLink(product, { hasPassword: true });
    const body = new URLSearchParams({ password: PASSWORD });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await new Browser().send(link.url, { method: 'POST', body, headers })).status).toBe(403);
  });
});

test('says 503 if the authorization server does not answer, and keeps the visit', async () => {
  const link = await newLink(product);
  const broken = await product.replica({ AUTHORIZATION_SERVER_ISSUER: 'http://127.0.0.1:9' });
  const { status, headers } = await new Guest().open(`${broken.url}/s/${link.secret}`);
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
});

test('the pages of people lead to sharing, and those of guests do not', async () => {
  const ann = new Browser();
  const page = await ann.signIn(`${product.url}/websites/11`, ANN);
  expect(page.text).toContain(`data-account="${product.server.url}"`);
  expect(page.text).toContain(`<a href="/share-links">Share links</a>`);
  const guest = new Guest();
  expect((await guest.follow(await newLink(product))).text).not.toContain('share-links');
});
