import { readFileSync } from 'node:fs';
import { type Message, mailOf, slackBody, type WeeklyDigest } from '@funnel/notifications';
import { describe, expect, test } from '@jest/globals';
import { COLOURS } from '../../src/messages/mail/look.ts';
import {
  BROKE,
  digestOf,
  LINKS,
  linksOf,
  NOW,
  QUIET,
  quietWeek,
  SAMPLES,
} from '../support/sample-messages.ts';

const reader = { language: 'en', timeZone: 'UTC' };
const mail = (message: Message, links = linksOf(message)) => mailOf(message, { reader, links, now: NOW });
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
/** What somebody reads in a mail program. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&([\w#]+);/g, (_, name: string) => ENTITIES[name] ?? name)
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');

describe('the HTML of a mail', () => {
  test.each(Object.entries(SAMPLES))('says what its text says: %s', (_name, message) => {
    const { text, html } = mail(message);
    const words = wordsOf(html);
    const sentences = text
      .split('\n')
      .filter((line) => /^(?!https:|--|.*: https:|.*[▁▂▃▄▅▆▇█(|]).*\.$/.test(line))
      .map((line) => line.replaceAll(/[\s\u00a0\u202f]+/g, ' ').replace(/^What to do: /, ''));
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((sentence) => !words.includes(sentence.trim()))).toEqual([]);
  });

  test.each(Object.entries(SAMPLES))(
    'has no picture, no script, and is not clipped: %s',
    (_name, message) => {
      const { html } = mail(message);
      expect(html).not.toMatch(/<(?:img|script|link|iframe|svg|object|form)\b|url\(|@import/i);
      // Some mail programs cut a mail at 102 kB.
      expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    },
  );

  test('has the colours of the pages', () => {
    const palette = readFileSync(new URL('../../../pages/assets/palette.css', import.meta.url), 'utf8');
    for (const [name, [light, dark]] of Object.entries(COLOURS))
      expect(palette).toMatch(new RegExp(`--${name}: .*light-dark\\(${light}, ${dark}\\)`));
  });
});

describe('links', () => {
  const hrefs = ({ html }: { html: string }) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

  test('lead to the campaign, or the website, the settings and the way out', () => {
    const [settings, out] = [LINKS.settings, LINKS.unsubscribe?.replace('&', '&amp;')];
    expect(hrefs(mail(BROKE))).toEqual(['https://reports.example/websites/11/campaigns/101', settings, out]);
    expect(hrefs(mail({ ...BROKE, campaign: null }))[0]).toBe('https://reports.example/websites/11');
  });

  test('without a dashboard there is no button', () => {
    const links = { ...LINKS, dashboard: undefined, unsubscribe: undefined };
    for (const message of [BROKE, digestOf(30)]) expect(hrefs(mail(message, links))).toEqual([]);
    const slack = slackBody(BROKE, { reader, links, now: NOW });
    expect(JSON.stringify(slack)).not.toContain('/websites/');
  });

  test('who is asked to confirm gets that link and no other', () => {
    const message = { type: 'channel.confirm', by: 'mia@oak.example' } as const;
    expect(hrefs(mail(message))).toEqual(['https://login.example/notifications/confirm?token=abc']);
    expect(() => mail(message, LINKS)).toThrow('links.confirm');
  });
});

describe('a digest', () => {
  const lineCount = (digest: WeeklyDigest) => mail(digest).text.match(/ converted, /g)?.length;

  test('shows twelve websites and says how many more there are', () => {
    expect(lineCount(digestOf(12))).toBe(12);
    expect(mail(digestOf(12)).text).not.toContain(' more quiet');
    expect(lineCount(digestOf(200))).toBe(12);
    expect(mail(digestOf(200)).text).toContain('and 188 more quiet websites');
    expect(mail(digestOf(13)).text).toContain('and 1 more quiet website\n');
  });

  test('shows those that need attention first, wherever they are', () => {
    const urgent = {
      ...quietWeek(5),
      name: 'last.example',
      beyondChance: { ...QUIET, views: 'down' },
    } as const;
    const quiet = Array.from({ length: 40 }, (_, index) => quietWeek(index));
    const { text, subject } = mail({ ...digestOf(1), websites: [...quiet, urgent] });
    expect(text.indexOf('last.example')).toBeLessThan(text.indexOf('garden.oak.example'));
    expect(subject).toContain('1 of 41 websites needs attention');
    const { text: many } = mail({
      ...digestOf(1),
      websites: [...quiet, ...Array.from({ length: 20 }, () => urgent)],
    });
    expect(many).toContain('and 8 more websites that need attention, 40 more quiet websites');
  });

  test('of few websites has room for the insights', () => {
    expect(mail(digestOf(3)).text).toContain('loses 61% of its visitors');
    expect(mail(digestOf(4)).text).not.toContain('loses 61% of its visitors');
  });

  test('without websites is not written', () => {
    expect(() => mail({ ...digestOf(1), websites: [] })).toThrow('A digest without websites is not sent');
  });
});

describe('numbers and dates', () => {
  test('money is exact, however large, also in a currency that nobody knows', () => {
    const totals = (currency: string, revenueCents: string) => ({
      ...digestOf(1),
      totals: [
        {
          currency,
          week: { orders: 20, revenueCents },
          previous: { orders: 0, revenueCents: '0' },
          websites: 1,
          change: null,
          beyondChance: null,
        },
      ],
    });
    expect(mail(totals('EUR', '1234567890123456789000')).text).toContain('€12,345,678,901,234,567,890');
    expect(mail(totals('EUR', '-950')).text).toContain('-€9.50');
    expect(mail(totals('?', '950')).text).toContain('? 9.50');
  });

  test('a language or a time zone that this machine does not know stops no message', () => {
    const told = { reader: { language: 'not a tag', timeZone: 'Mars/Olympus' }, links: LINKS, now: NOW };
    expect(mailOf(SAMPLES['silent'] ?? BROKE, told).text).toContain('Sunday, November 15 at 1:02');
  });

  test('a day of another year has its year', () => {
    expect(mail({ ...BROKE, since: BROKE.since - 365 }).text).toContain('since Monday, November 10, 2025:');
  });
});
