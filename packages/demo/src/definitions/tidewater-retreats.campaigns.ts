import { EMAIL, FIRST_NAME, MESSAGE, MISSED_MOST, PHONE, TRAVEL_TIME, WHO_COMES } from './fields.ts';
import { STAYS } from './products.ts';
import type { CampaignSpec } from './specs.ts';

export const TIDEWATER_RETREATS_CAMPAIGNS: readonly CampaignSpec[] = [
  {
    id: 301,
    name: 'Letters from the coast',
    ctaType: 'overlay',
    pagePath: '/',
    since: 730,
    reach: 0.36,
    goalRate: 1,
    variants: ['Sea view'],
    steps: [
      {
        name: 'Subscribe',
        elements: [
          {
            type: 'form',
            rate: 0.062,
            subscribeRate: 0.94,
            fields: [EMAIL, { ...FIRST_NAME, answered: 0.7 }],
          },
        ],
      },
    ],
  },
  {
    id: 302,
    name: 'Free weekends',
    ctaType: 'inline',
    pagePath: '/cottages',
    since: 700,
    reach: 0.3,
    goalRate: 0.3,
    steps: [
      {
        name: 'Free dates',
        elements: [
          {
            type: 'product_hero',
            rate: 0.09,
            sells: { orderRate: 0.17, products: STAYS, quantity: { median: 3, spread: 0.6 } },
          },
          { type: 'button', rate: 0.05 },
        ],
      },
    ],
  },
  {
    id: 303,
    name: 'Which retreat suits you?',
    ctaType: 'page',
    pagePath: '/quiz',
    since: 330,
    reach: 0.24,
    goalRate: 0.9,
    variants: ['Five minutes'],
    steps: [
      {
        name: 'The quiz',
        onward: 0.9,
        elements: [{ type: 'quiz', rate: 0.31, fields: [WHO_COMES, MISSED_MOST] }],
      },
      {
        name: 'Your result',
        elements: [{ type: 'form', rate: 0.13, subscribeRate: 0.96, fields: [EMAIL, FIRST_NAME] }],
      },
    ],
  },
  {
    id: 304,
    name: 'Ask the hosts',
    ctaType: 'hook',
    pagePath: '/cottages/*',
    since: 460,
    reach: 0.14,
    goalRate: 1,
    steps: [
      { name: 'Ask', onward: 0.97, elements: [{ type: 'button', rate: 0.11 }] },
      {
        name: 'Your question',
        elements: [
          { type: 'form', rate: 0.48, subscribeRate: 0.7, fields: [EMAIL, PHONE, MESSAGE, TRAVEL_TIME] },
        ],
      },
    ],
  },
  {
    id: 305,
    name: 'Early booking',
    ctaType: 'bar',
    pagePath: '/*',
    since: 75,
    reach: 0.42,
    goalRate: 0.25,
    steps: [
      {
        name: 'The offer',
        elements: [
          { type: 'button', rate: 0.004 },
          { type: 'timer', rate: 0 },
        ],
      },
    ],
  },
];
