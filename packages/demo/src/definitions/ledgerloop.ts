import { LEDGERLOOP_CAMPAIGNS } from './ledgerloop.campaigns.ts';
import type { WebsiteSpec } from './specs.ts';

/** The medium-sized website: accounting software for companies, quiet at weekends and around New Year. */
export const LEDGERLOOP: WebsiteSpec = {
  id: 2,
  name: 'ledgerloop.example',
  brand: 'LedgerLoop',
  currency: 'USD',
  planType: 'growth',
  dailyVisitors: 210,
  yearlyGrowth: 1.18,
  returning: 0.28,
  weekdays: [1.28, 1.4, 1.36, 1.27, 1.02, 0.31, 0.36],
  seasons: [
    ['01-01', 0.45],
    ['01-08', 1.08],
    ['01-25', 1],
    ['06-15', 1],
    ['07-10', 0.82],
    ['08-25', 0.84],
    ['09-15', 1.08],
    ['11-20', 1.06],
    ['11-26', 0.7],
    ['12-01', 1.04],
    ['12-18', 0.9],
    ['12-25', 0.3],
  ],
  areas: ['Home page', 'Blog', 'Pricing', 'Product tour', 'Customers'],
  audience: {
    country: 'United States',
    cities: [
      ['Portland', 'OR', '97205'],
      ['Columbus', 'OH', '43215'],
      ['Austin', 'TX', '78701'],
      ['Raleigh', 'NC', '27601'],
      ['Denver', 'CO', '80202'],
    ],
    firstNames: 'Emily Marcus Grace Daniel Priya Owen Sofia Kevin Hannah Luis Megan Andre'.split(' '),
    lastNames: 'Carter Nguyen Bennett Ortiz Sullivan Patel Hughes Coleman Reyes Foster Kim Dawson'.split(' '),
    phones: { prefix: '+120255501', digits: 2 },
    companies: [
      'Example Freight',
      'Sample Foods',
      'Placeholder Studios',
      'Specimen Labs',
      'Mockup Dental',
      'Template Outdoor',
    ],
    titles: ['Controller', 'CFO', 'Bookkeeper', 'Head of Finance', 'Operations Manager'],
  },
  campaigns: LEDGERLOOP_CAMPAIGNS,
};
