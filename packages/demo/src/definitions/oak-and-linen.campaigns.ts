import { EMAIL, FIRMNESS, FIRST_NAME, PHONE, ROOM, SLEEPS } from './fields.ts';
import { BEDDING_SET, HOME_TEXTILES, PILLOWS } from './products.ts';
import type { CampaignSpec } from './specs.ts';

export const OAK_AND_LINEN_CAMPAIGNS: readonly CampaignSpec[] = [
  {
    id: 101,
    name: 'Welcome: 10% off your first order',
    ctaType: 'overlay',
    pagePath: '/',
    since: 730,
    reach: 0.26,
    goalRate: 0.9,
    variants: ['Discount in the headline', 'Free samples in the headline'],
    steps: [
      {
        name: 'Sign up',
        onward: 0.93,
        elements: [
          {
            name: 'E-mail form',
            type: 'form',
            rate: 0.055,
            subscribeRate: 0.86,
            fields: [EMAIL, { ...FIRST_NAME, answered: 0.8 }, ROOM],
          },
        ],
      },
      {
        name: 'Choose a first set',
        elements: [
          {
            name: 'First set',
            type: 'products',
            rate: 0.34,
            sells: { orderRate: 0.28, products: HOME_TEXTILES },
          },
          { name: 'Skip', type: 'button', rate: 0.22 },
        ],
      },
    ],
  },
  {
    id: 102,
    name: 'Bestsellers in the journal',
    ctaType: 'inline',
    pagePath: '/journal/better-sleep',
    since: 730,
    reach: 0.19,
    goalRate: 0.35,
    steps: [
      {
        name: 'Bestsellers',
        elements: [{ type: 'products', rate: 0.085, sells: { orderRate: 0.21, products: HOME_TEXTILES } }],
      },
    ],
  },
  {
    id: 103,
    name: 'Heritage bedding launch',
    ctaType: 'page',
    pagePath: '/heritage',
    since: 41,
    reach: 1.1,
    goalRate: 0.4,
    variants: ['Price first', 'Room photo first'],
    lifts: { 'Room photo first': 1.7 },
    steps: [
      {
        name: 'The collection',
        elements: [
          { type: 'product_hero', rate: 0.06, sells: { orderRate: 0.19, products: BEDDING_SET } },
          { type: 'timer', rate: 0 },
        ],
      },
    ],
  },
  {
    id: 104,
    name: 'Find your pillow',
    ctaType: 'hook',
    pagePath: '/pillows',
    since: 512,
    reach: 0.11,
    goalRate: 0.8,
    variants: ['Two questions'],
    steps: [
      {
        name: 'Two questions',
        onward: 0.9,
        elements: [{ type: 'quiz', rate: 0.16, fields: [SLEEPS, FIRMNESS] }],
      },
      {
        name: 'Your pillows',
        elements: [{ type: 'products', rate: 0.41, sells: { orderRate: 0.24, products: PILLOWS } }],
      },
    ],
  },
  {
    id: 105,
    name: 'Free delivery from 60 EUR',
    ctaType: 'bar',
    pagePath: '/*',
    since: 640,
    reach: 0.17,
    goalRate: 0.18,
    steps: [
      {
        name: 'Delivery bar',
        elements: [
          { type: 'button', rate: 0.031 },
          { type: 'timer', rate: 0 },
        ],
      },
    ],
  },
  {
    id: 106,
    name: 'Cart rescue',
    ctaType: 'overlay',
    pagePath: '/cart',
    since: 365,
    reach: 0.08,
    goalRate: 0.85,
    variants: ['Reminder by e-mail'],
    steps: [
      {
        name: 'Your cart',
        elements: [
          { type: 'button', rate: 0.12, sells: { orderRate: 0.31, products: HOME_TEXTILES } },
          { type: 'form', rate: 0.05, subscribeRate: 0.6, fields: [EMAIL, PHONE] },
        ],
      },
    ],
  },
  {
    id: 107,
    name: 'Bath season',
    ctaType: 'overlay',
    pagePath: '/bath',
    since: 300,
    until: 200,
    reach: 0.16,
    goalRate: 0.5,
    variants: ['Towels', 'Robes'],
    lifts: { Robes: 0.9 },
    steps: [
      {
        name: 'The season',
        elements: [
          { type: 'product_hero', rate: 0.052, sells: { orderRate: 0.2, products: HOME_TEXTILES } },
          { type: 'timer', rate: 0 },
        ],
      },
    ],
  },
];
