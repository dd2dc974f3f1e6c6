import { type Day, parseDay } from '@funnel/domain';
import type {
  CampaignBroke,
  CampaignRecovered,
  ExperimentDecided,
  Links,
  Message,
  WebsiteWeekLine,
  WeeklyDigest,
} from '@funnel/notifications';

export const NOW = new Date('2026-11-16T08:30:00Z');
export const LINKS: Links = {
  dashboard: 'https://reports.example',
  settings: 'https://login.example/notifications',
  unsubscribe: 'https://login.example/notifications/unsubscribe?token=abc&x=1',
};

/** A day of November 2026. */
const november = (date: number): Day => (parseDay('2026-11-01') ?? 0) + date - 1;

const OAK = { id: 11, name: 'shop.oak.example' };
const QUIZ = { id: 101, name: 'Spring quiz' };

const RATES = [
  9.1, 10.2, 9.6, 8.8, 9.9, 10.4, 9.3, 9.7, 8.9, 10.1, 9.5, 9.8, 10.6, 9.2, 0.4, 0.8, 0, 1.1, 0.5, 0.6, 0.7,
];
const days = RATES.map((rate, index) => ({
  day: november(16) - 20 + index,
  viewers: 150 + ((index * 37) % 50),
  count: Math.round(((150 + ((index * 37) % 50)) * rate) / 100),
}));

export const BROKE: CampaignBroke = {
  type: 'campaign.broke',
  website: OAK,
  campaign: QUIZ,
  since: november(10),
  what: 'conversions',
  seen: { viewers: 1064, count: 6, expected: 103.4 },
  viewersPerDay: null,
  also: { submissions: true, steps: [{ position: 2, name: 'Your size' }], variants: ['B'] },
  days,
  isSaidFixed: false,
};
const STILL_BROKEN: CampaignBroke = { ...BROKE, type: 'campaign.still_broken', isSaidFixed: true };
const SILENT_WEBSITE: CampaignBroke = {
  ...BROKE,
  campaign: null,
  what: 'views',
  seen: null,
  viewersPerDay: 1240.4,
  also: { submissions: false, steps: [], variants: [] },
  days: days.map(({ day, viewers }) => ({ day, viewers: day < november(10) ? viewers : 0, count: 0 })),
};
export const RECOVERED: CampaignRecovered = {
  type: 'campaign.recovered',
  website: OAK,
  campaign: QUIZ,
  since: november(6),
  what: 'conversions',
  on: november(13),
  days: days.map((each, index) => ({ ...each, count: index > 9 && index < 17 ? 0 : 16 })),
};
export const DECIDED: ExperimentDecided = {
  type: 'experiment.decided',
  website: OAK,
  campaign: QUIZ,
  outcome: 'wins',
  since: november(-26),
  variant: { id: 2, name: 'Room photo first', letter: 'B', viewers: 10_012, converted: 481 },
  others: [
    { id: 1, name: null, letter: 'A', viewers: 9_988, converted: 360 },
    { id: 3, name: 'Short text', letter: 'C', viewers: 10_104, converted: 342 },
  ],
};

const counts = (viewers: number, converted: number, revenueCents: number) => ({
  viewers,
  converted,
  orders: Math.round(converted / 3),
  revenueCents: String(revenueCents),
});

/** Nothing is beyond chance. */
export const QUIET = { views: null, rate: null, orders: null, revenue: null };

/** A week in which nothing happened. */
export const quietWeek = (index: number): WebsiteWeekLine => ({
  id: 20 + index,
  name: `${['garden', 'kitchen', 'lamps', 'bikes', 'books', 'tea', 'shoes', 'toys', 'music'][index % 9]}.${['oak', 'elm', 'ash'][index % 3]}.example`,
  currency: ['EUR', 'USD', 'JPY'][index % 3] ?? 'EUR',
  week: counts(4_200 + index * 731, 180 + index * 20, 1_204_050 + index * 123_456),
  previous: counts(4_100 + index * 740, 185 + index * 19, 1_190_000 + index * 121_000),
  isCounted: true,
  newSince: null,
  changes: { viewers: 2.44, revenue: 1.18 },
  beyondChance: QUIET,
  broken: [],
  decided: [],
  insights: ['Step 2 of “Spring quiz” loses 61% of its visitors, more than any other step.'],
});

const URGENT: WebsiteWeekLine[] = [
  {
    ...quietWeek(0),
    ...OAK,
    week: counts(12_345, 388, 4_512_390),
    previous: counts(12_101, 1_190, 7_002_110),
    changes: { viewers: 2.02, revenue: -35.56 },
    beyondChance: { ...QUIET, rate: 'down', revenue: 'down' },
    broken: [{ campaign: QUIZ, since: november(10), what: 'conversions' }],
  },
  {
    ...quietWeek(1),
    id: 12,
    name: 'tables.oak.example',
    decided: [{ campaign: { id: 7, name: 'Summer sale' }, outcome: 'wins', letter: 'B' }],
  },
  {
    ...quietWeek(2),
    id: 13,
    name: 'chairs.oak.example',
    previous: counts(2_580, 221, 1_432_000),
    changes: { viewers: 119.46, revenue: 1.32 },
    beyondChance: { ...QUIET, views: 'up' },
  },
];

/** A digest of so many websites, three of which need attention. */
export function digestOf(count: number): WeeklyDigest {
  return {
    type: 'digest.weekly',
    week: november(9),
    websites: [...URGENT, ...Array.from({ length: count }, (_, index) => quietWeek(index))].slice(0, count),
    totals: [
      {
        currency: 'EUR',
        week: { orders: 900, revenueCents: '11204050' },
        previous: { orders: 900, revenueCents: '12804050' },
        websites: 6,
        change: -12.5,
        beyondChance: null,
      },
      {
        currency: 'USD',
        week: { orders: 900, revenueCents: '5204050' },
        previous: { orders: 900, revenueCents: '5004050' },
        websites: 4,
        change: null,
        beyondChance: null,
      },
      {
        currency: 'JPY',
        week: { orders: 900, revenueCents: '104520400' },
        previous: { orders: 900, revenueCents: '104520400' },
        websites: 2,
        change: 0,
        beyondChance: null,
      },
    ],
  };
}

/** Its first day was in the week. */
const YOUNG: WebsiteWeekLine = {
  ...quietWeek(3),
  id: 14,
  name: 'new.oak.example',
  previous: counts(0, 0, 0),
  newSince: november(11),
  changes: { viewers: null, revenue: null },
};

/** One message of every kind, by a name. */
export const SAMPLES: Readonly<Record<string, Message>> = {
  broke: BROKE,
  'broke-website': SILENT_WEBSITE,
  'still-broken': STILL_BROKEN,
  recovered: RECOVERED,
  decided: DECIDED,
  silent: { type: 'website.silent', website: OAK, lastEventAt: '2026-11-15T13:02:00Z', usual: 240.4 },
  digest: digestOf(12),
  'digest-young': { ...digestOf(1), websites: [YOUNG], totals: [] },
  test: { type: 'channel.test', by: 'mia@oak.example' },
  off: {
    type: 'channel.off',
    to: 'mia@oak.example',
    name: 'Our <receiver>',
    failingSince: '2026-11-12T09:15:00Z',
    answer: '500 Internal Server Error',
  },
  confirm: { type: 'channel.confirm', by: 'Oak & Sons, oak.example' },
  'company-people': {
    type: 'company.people',
    to: 'mia@oak.example',
    account: { id: 1, name: 'Oak & Sons' },
    why: 'refused',
    provider: 'https://login.oak.example',
    members: 'https://login.example/members',
    people: [
      { email: 'carol@oak.example', leavesAt: '2026-11-30T08:00:00Z' },
      { email: 'dave@oak.example', leavesAt: '2026-11-30T08:00:00Z' },
      { email: 'paul@oak.example', leavesAt: null },
    ],
    more: 0,
  },
};

/** The links of a message: only one asks to confirm. */
export function linksOf({ type }: Message): Links {
  if (type === 'company.people') return { ...LINKS, unsubscribe: undefined };
  return type === 'channel.confirm'
    ? { ...LINKS, unsubscribe: undefined, confirm: 'https://login.example/notifications/confirm?token=abc' }
    : LINKS;
}
