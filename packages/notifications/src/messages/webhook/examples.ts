import { type Day, parseDay } from '@funnel/domain';
import {
  type CampaignBroke,
  type Links,
  type Message,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../message.ts';
import { webhookBody } from '../webhook.ts';
import type { WebhookEvent } from './events.ts';

const LINKS: Links = {
  dashboard: 'https://reports.example.com',
  settings: 'https://login.example.com/notifications',
  unsubscribe: undefined,
};
const website = { id: 1, name: 'oak-and-linen.example' };
const campaign = { id: 101, name: 'Spring quiz' };
const november = (date: number): Day => (parseDay('2026-11-01') ?? 0) + date - 1;
const days = [
  { day: november(9), viewers: 212, count: 21 },
  { day: november(10), viewers: 198, count: 1 },
];

const broke: CampaignBroke = {
  type: 'campaign.broke',
  website,
  campaign,
  since: november(10),
  what: 'conversions',
  seen: { viewers: 1_064, count: 6, expected: 103.4 },
  viewersPerDay: null,
  also: { submissions: true, steps: [{ position: 2, name: 'Your size' }], variants: [] },
  days,
  isSaidFixed: false,
};

const MESSAGES: Readonly<Record<WebhookEventType, Message>> = {
  'campaign.broke': broke,
  'campaign.still_broken': { ...broke, type: 'campaign.still_broken', isSaidFixed: true },
  'campaign.recovered': {
    type: 'campaign.recovered',
    website,
    campaign,
    since: november(10),
    what: 'conversions',
    on: november(13),
    days,
  },
  'experiment.decided': {
    type: 'experiment.decided',
    website,
    campaign,
    outcome: 'wins',
    since: november(-26),
    variant: { id: 1012, name: 'Room photo first', letter: 'B', viewers: 10_012, converted: 481 },
    others: [{ id: 1011, name: null, letter: 'A', viewers: 9_988, converted: 360 }],
  },
  'website.silent': { type: 'website.silent', website, lastEventAt: '2026-11-16T00:02:00Z', usual: 240 },
  'digest.weekly': {
    type: 'digest.weekly',
    week: november(9),
    websites: [
      {
        ...website,
        currency: 'EUR',
        week: { viewers: 12_345, converted: 388, orders: 120, revenueCents: '4512390' },
        previous: { viewers: 12_101, converted: 1_190, orders: 301, revenueCents: '7002110' },
        isCounted: true,
        newSince: null,
        changes: { viewers: 2.02, revenue: -35.56 },
        beyondChance: { views: null, rate: 'down', orders: 'down', revenue: 'down' },
        broken: [{ campaign, since: november(10), what: 'conversions' }],
        decided: [{ campaign: { id: 102, name: 'Summer sale' }, outcome: 'wins', letter: 'B' }],
        insights: ['Step 2 of “Spring quiz” loses 61% of its visitors, more than any other step.'],
      },
    ],
    totals: [
      {
        currency: 'EUR',
        week: { orders: 120, revenueCents: '4512390' },
        previous: { orders: 301, revenueCents: '7002110' },
        websites: 1,
        change: -35.56,
        beyondChance: 'down',
      },
    ],
  },
  'channel.test': { type: 'channel.test', by: 'mia@oak.example' },
};

/** A body of every type, for documentation. */
export const WEBHOOK_EXAMPLES = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [
    type,
    webhookBody(MESSAGES[type], {
      id: 'msg_01JCK3V8N2',
      createdAt: new Date('2026-11-16T07:00:00Z'),
      links: LINKS,
    }),
  ]),
) as Readonly<Record<WebhookEventType, WebhookEvent>>;
