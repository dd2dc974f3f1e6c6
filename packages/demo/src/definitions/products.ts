import type { ProductSpec } from './specs.ts';

export const HOME_TEXTILES: readonly ProductSpec[] = [
  { value: 'Linen duvet cover', price: 129, weight: 18 },
  { value: 'Pillow case, set of 2', price: 34.9, weight: 26 },
  { value: 'Waffle towel set', price: 49.5, weight: 22 },
  { value: 'Wool throw', price: 89.95, weight: 14 },
  { value: 'Cotton bath robe', price: 74, weight: 9 },
  { value: 'Down duvet', price: 249, weight: 5 },
  { value: 'Hemp curtain pair', price: 159.9, weight: 4 },
  { value: null, price: 24.9, weight: 2 },
];

export const PILLOWS: readonly ProductSpec[] = [
  { value: 'Side sleeper pillow', price: 79.9, weight: 42 },
  { value: 'Flat back sleeper pillow', price: 64.9, weight: 24 },
  { value: 'Adjustable spelt pillow', price: 54, weight: 21 },
  { value: 'Cooling pillow', price: 99, weight: 13 },
];

export const BEDDING_SET: readonly ProductSpec[] = [
  { value: 'Heritage bedding set, single', price: 189, weight: 46 },
  { value: 'Heritage bedding set, double', price: 269, weight: 54 },
];

export const PLANS: readonly ProductSpec[] = [
  { value: 'Starter, per seat', price: 12, weight: 40 },
  { value: 'Team, per seat', price: 29, weight: 45 },
  { value: 'Business, per seat', price: 49, weight: 15 },
];

export const STAYS: readonly ProductSpec[] = [
  { value: 'Lighthouse cottage, night', price: 145, weight: 34 },
  { value: 'Boathouse loft, night', price: 118.5, weight: 41 },
  { value: 'Dune cabin, night', price: 96, weight: 25 },
];
