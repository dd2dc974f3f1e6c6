import {
  AUTOMATE_FIRST,
  COMPANY,
  DAYS_TO_CLOSE,
  EMAIL,
  FIRST_NAME,
  HEARD_FROM,
  LAST_NAME,
  PHONE,
  TEAM_SIZE,
  TOOLS_IN_USE,
} from './fields.ts';
import { PLANS } from './products.ts';
import type { CampaignSpec } from './specs.ts';

export const LEDGERLOOP_CAMPAIGNS: readonly CampaignSpec[] = [
  {
    id: 201,
    name: 'Book a demo',
    ctaType: 'page',
    pagePath: '/demo',
    since: 730,
    reach: 0.42,
    goalRate: 0.93,
    brokenTo: 0.05,
    variants: ['Calendar on the right'],
    steps: [
      {
        name: 'Pick a time',
        onward: 0.95,
        elements: [
          {
            name: 'Booking form',
            type: 'form',
            rate: 0.078,
            subscribeRate: 0.97,
            fields: [EMAIL, FIRST_NAME, LAST_NAME, COMPANY, PHONE, TEAM_SIZE],
          },
        ],
      },
      {
        name: 'How did you hear of us?',
        elements: [{ name: 'Source', type: 'survey', rate: 0.66, fields: [HEARD_FROM] }],
      },
    ],
  },
  {
    id: 202,
    name: 'Report: what closing the books costs',
    ctaType: 'inline',
    pagePath: '/blog/month-end-close',
    since: 150,
    reach: 0.5,
    goalRate: 0.95,
    variants: ['Cover image', 'Chart', 'Quote'],
    steps: [
      {
        name: 'Get the report',
        elements: [{ type: 'form', rate: 0.07, subscribeRate: 0.9, fields: [EMAIL, COMPANY, DAYS_TO_CLOSE] }],
      },
    ],
  },
  {
    id: 203,
    name: 'What would you automate first?',
    ctaType: 'hook',
    pagePath: '/features',
    since: 420,
    reach: 0.16,
    goalRate: 0.7,
    variants: ['Corner'],
    steps: [
      {
        name: 'One question',
        onward: 0.88,
        elements: [{ type: 'survey', rate: 0.13, fields: [AUTOMATE_FIRST, TOOLS_IN_USE] }],
      },
      {
        name: 'Stay in touch',
        elements: [{ type: 'form', rate: 0.21, subscribeRate: 0.92, fields: [EMAIL, TEAM_SIZE] }],
      },
    ],
  },
  {
    id: 204,
    name: 'Webinar: audit-ready by Friday',
    ctaType: 'bar',
    pagePath: '/*',
    since: 96,
    reach: 0.3,
    goalRate: 0.9,
    variants: ['Date first', 'Speaker first'],
    steps: [
      {
        name: 'Save a seat',
        onward: 0.9,
        elements: [
          { type: 'button', rate: 0.048 },
          { type: 'timer', rate: 0 },
        ],
      },
      {
        name: 'Your details',
        elements: [{ type: 'form', rate: 0.44, subscribeRate: 0.95, fields: [EMAIL, FIRST_NAME, COMPANY] }],
      },
    ],
  },
  {
    id: 205,
    name: 'Plans and prices',
    ctaType: 'page',
    pagePath: '/pricing',
    since: 560,
    reach: 0.2,
    goalRate: 0.45,
    steps: [
      {
        name: 'Choose a plan',
        elements: [
          {
            name: 'Plans',
            type: 'products',
            rate: 0.11,
            sells: { orderRate: 0.16, products: PLANS, quantity: { median: 7, spread: 0.9 } },
          },
          { name: 'Talk to us', type: 'button', rate: 0.04 },
        ],
      },
    ],
  },
  {
    id: 206,
    name: 'Spreadsheet template',
    ctaType: 'inline',
    pagePath: '/blog/chart-of-accounts',
    since: 720,
    until: 380,
    reach: 0.22,
    goalRate: 0.9,
    steps: [
      {
        name: 'Get the template',
        elements: [{ type: 'form', rate: 0.06, subscribeRate: 0.8, fields: [EMAIL, TEAM_SIZE] }],
      },
    ],
  },
];
