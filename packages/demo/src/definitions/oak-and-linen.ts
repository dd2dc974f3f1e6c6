import { OAK_AND_LINEN_CAMPAIGNS } from './oak-and-linen.campaigns.ts';
import type { WebsiteSpec } from './specs.ts';

/** The large website: a shop for home textiles, busiest at weekends and in November. */
export const OAK_AND_LINEN: WebsiteSpec = {
  id: 1,
  name: 'oak-and-linen.example',
  brand: 'Oak & Linen',
  currency: 'EUR',
  planType: 'scale',
  dailyVisitors: 560,
  yearlyGrowth: 1.3,
  returning: 0.34,
  weekdays: [0.95, 0.88, 0.87, 0.92, 0.98, 1.16, 1.24],
  seasons: [
    ['01-01', 1.12],
    ['01-20', 1],
    ['04-20', 1],
    ['07-01', 0.78],
    ['08-20', 0.76],
    ['10-01', 1.02],
    ['11-18', 1.12],
    ['11-24', 1.75],
    ['11-30', 1.85],
    ['12-04', 1.35],
    ['12-18', 1.45],
    ['12-24', 0.6],
    ['12-28', 1.05],
  ],
  areas: ['Home page', 'Journal', 'Product pages', 'Cart'],
  audience: {
    country: 'Germany',
    cities: [
      ['Hamburg', 'Hamburg', '20095'],
      ['Leipzig', 'Sachsen', '04109'],
      ['Freiburg', 'Baden-Württemberg', '79098'],
      ['Münster', 'Nordrhein-Westfalen', '48143'],
      ['Rostock', 'Mecklenburg-Vorpommern', '18055'],
      ['Regensburg', 'Bayern', '93047'],
    ],
    firstNames: 'Anna Jonas Lena Felix Marie Paul Clara Emil Nora Moritz Ida Till'.split(' '),
    lastNames: 'Brandt Keller Vogel Lorenz Seidel Franke Berger Winkler Arnold Pohl Busch Kuhn'.split(' '),
    phones: { prefix: '+493023125', digits: 3 },
    companies: [],
    titles: [],
  },
  campaigns: OAK_AND_LINEN_CAMPAIGNS,
};
