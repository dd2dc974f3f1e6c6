/** A shop with 28 campaigns. */
export const SHOP = 'atelier.example';
/** A journal with one campaign. */
export const JOURNAL = 'journal.example';
/** A shop that has just opened. */
export const POP_UP = 'popup.example';

const WEBSITES = [
  { id: 41, name: SHOP, currency: 'EUR' },
  { id: 42, name: JOURNAL, currency: 'EUR' },
  { id: 43, name: POP_UP, currency: 'GBP' },
];

interface Outline {
  website: string;
  name: string;
  cta_type: string;
  status?: string;
  /** Names by variation letter; traffic is split evenly. */
  variants: (string | null)[];
  /** The elements of each step. */
  steps: string[][];
  stepNames?: string[];
}

const THEMES = [
  'Spring',
  'Summer',
  'Autumn',
  'Winter',
  'Linen',
  'Oak',
  'Wool',
  'Clay',
  'Travel',
  'Garden',
  'Desk',
  'Paper',
];
const TYPES = ['overlay', 'inline', 'hook', 'bar'];

const OUTLINES: Outline[] = [
  {
    website: SHOP,
    name: 'Checkout',
    cta_type: 'page',
    variants: ['Only'],
    steps: [['products', 'timer'], ['form'], ['form'], ['button']],
    stepNames: ['Your bag', 'Address'],
  },
  {
    website: SHOP,
    name: 'Style quiz',
    cta_type: 'inline',
    variants: ['Ten questions', 'Three questions'],
    steps: [['quiz'], ['form']],
  },
  { website: SHOP, name: 'Newsletter bar', cta_type: 'bar', variants: ['Plain', null], steps: [['form']] },
  {
    website: SHOP,
    name: 'Summer sale',
    cta_type: 'page',
    status: 'archived',
    variants: ['Only'],
    steps: [['products'], ['button']],
  },
  ...THEMES.flatMap((theme, index): Outline[] => [
    {
      website: SHOP,
      name: `${theme} offer`,
      cta_type: TYPES[index % 4] ?? 'bar',
      variants: ['Short', 'Long'],
      steps: [['button']],
    },
    {
      website: SHOP,
      name: `${theme} guide`,
      cta_type: TYPES[(index + 1) % 4] ?? 'bar',
      variants: ['Photo', 'Drawing'],
      steps: [['form'], ['button']],
    },
  ]),
  { website: JOURNAL, name: 'Reader survey', cta_type: 'overlay', variants: ['Only'], steps: [['survey']] },
  { website: POP_UP, name: 'Opening', cta_type: 'page', variants: ['Only'], steps: [['products']] },
];

/** Ids are unique across levels, so that an id of the wrong level is not found. */
export const CAMPAIGNS = OUTLINES.map((outline, index) => {
  const id = 5_100 + index;
  const created = `2026-0${1 + Math.floor(index / 10)}-${String(1 + (index % 10)).padStart(2, '0')}T09:00:00Z`;
  return {
    id,
    website_id: WEBSITES.find(({ name }) => name === outline.website)?.id ?? 0,
    name: outline.name,
    cta_type: outline.cta_type,
    status: outline.status ?? 'live',
    created_at: created,
    updated_at: created,
    published_at: created,
    variants: outline.variants.map((name, letter) => ({
      id: id * 10 + letter,
      name,
      variation: 'abc'.charAt(letter),
      traffic_percentage: Math.floor(100 / outline.variants.length),
      steps: outline.steps.map((elements, step) => ({
        id: id * 100 + letter * 10 + step,
        name: outline.stepNames?.[step],
        position: step + 1,
        elements: elements.map((element_type, place) => ({
          id: id * 1_000 + letter * 100 + step * 10 + place,
          element_type,
          position: place + 1,
        })),
      })),
    })),
  };
});

/** The catalog of the agency. */
export const AGENCY = {
  accounts: [{ id: 9, name: 'Linden Agency' }],
  websites: WEBSITES.map((website) => ({ ...website, account_id: 9, created_at: '2026-01-01T09:00:00Z' })),
  campaigns: CAMPAIGNS,
};

/** The ids of all websites of the agency. */
export const WEBSITE_IDS = WEBSITES.map(({ id }) => id);

/** The id of a website by name. */
export function websiteIdOf(name: string): number {
  const website = WEBSITES.find((one) => one.name === name);
  if (!website) throw new Error(`The agency has no website ${name}`);
  return website.id;
}
