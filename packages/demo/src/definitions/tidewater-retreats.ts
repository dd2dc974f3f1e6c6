import { TIDEWATER_RETREATS_CAMPAIGNS } from './tidewater-retreats.campaigns.ts';
import type { WebsiteSpec } from './specs.ts';

/** The small website: holiday cottages, booked mostly in January, with declining traffic. */
export const TIDEWATER_RETREATS: WebsiteSpec = {
  id: 3,
  name: 'tidewater-retreats.example',
  brand: 'Tidewater Retreats',
  currency: 'GBP',
  planType: 'starter',
  dailyVisitors: 64,
  yearlyGrowth: 0.86,
  returning: 0.22,
  weekdays: [0.98, 0.93, 0.92, 0.95, 0.9, 1.05, 1.27],
  seasons: [
    ['01-01', 1.5],
    ['01-28', 1.3],
    ['02-10', 1.2],
    ['04-01', 1.2],
    ['06-20', 1.02],
    ['08-10', 0.8],
    ['10-05', 0.74],
    ['11-20', 0.78],
    ['12-20', 0.62],
    ['12-26', 1.2],
  ],
  areas: ['Home page', 'Cottages', 'Journal'],
  audience: {
    country: 'United Kingdom',
    cities: [
      ['Bristol', 'England', 'BS1 4DJ'],
      ['Leeds', 'England', 'LS1 4AP'],
      ['Cardiff', 'Wales', 'CF10 1EP'],
      ['Dundee', 'Scotland', 'DD1 1DB'],
    ],
    firstNames: 'Oliver Freya Harriet Callum Imogen Rhys Poppy Angus Beatrice Theo'.split(' '),
    lastNames: 'Ashworth Pembroke Mackay Rowlands Thornton Whitby Farrow Hollis Baines Marlow'.split(' '),
    phones: { prefix: '+447700900', digits: 3 },
    companies: [],
    titles: [],
  },
  campaigns: TIDEWATER_RETREATS_CAMPAIGNS,
};
