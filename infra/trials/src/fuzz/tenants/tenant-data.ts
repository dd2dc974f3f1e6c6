import { randomUUID } from 'node:crypto';
import type { Ids } from './tenant.ts';

/** The numbers of a tenant: all of its ids are made from them. */
export interface TenantNumbers {
  account: number;
  websites: readonly [number, number];
  /** The last digit of all other ids. */
  digit: number;
}

const CAMPAIGNS = [0, 1];
const VARIANTS = [0, 1];

/** The ids of a tenant. Those of two tenants differ in the last digit only. */
export function idsOf({ websites, digit }: TenantNumbers): Ids {
  const campaigns = websites.flatMap((website, index) => campaignsOf(website, index, digit, ''));
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const idsIn = (records: readonly { id: number }[]) => records.map(({ id }) => id);
  return {
    website: websites,
    area: websites.map((_, index) => areaId(index, digit)),
    campaign: idsIn(campaigns),
    variant: idsIn(variants),
    step: idsIn(steps),
    element: idsIn(steps.flatMap(({ elements }) => elements)),
  };
}

/** The catalog of a tenant; every name carries the mark. */
export function catalogOf({ account, websites, digit }: TenantNumbers, mark: string): object {
  return {
    accounts: [{ id: account, name: `${mark} account` }],
    websites: websites.map((id) => ({
      id,
      account_id: account,
      name: `${mark}-${id}.example`,
      currency: 'EUR',
      brand: `${mark} brand`,
      data: { note: `${mark} note` },
    })),
    areas: websites.map((website_id, index) => ({
      id: areaId(index, digit),
      website_id,
      name: `${mark} area`,
    })),
    campaigns: websites.flatMap((website, index) => campaignsOf(website, index, digit, mark)),
  };
}

/** Some visitors of both campaigns, who go down the whole funnel. */
export function eventsOf({ websites, digit }: TenantNumbers, mark: string, now: Date): object[] {
  return websites.flatMap((website_id, index) =>
    campaignsOf(website_id, index, digit, mark)
      .flatMap(({ variants }) => variants.flatMap(({ steps }) => steps.flatMap(({ elements }) => elements)))
      .flatMap(({ id: element_id }) =>
        Array.from({ length: 6 }, (_, day) => visit({ website_id, element_id, mark, day, now })).flat(),
      ),
  );
}

function areaId(website: number, digit: number): number {
  return 5_000 + website * 10 + digit;
}

function campaignsOf(website_id: number, websiteIndex: number, digit: number, mark: string) {
  return CAMPAIGNS.map((campaign) => {
    const number = (websiteIndex * CAMPAIGNS.length + campaign) * 10 + digit;
    return {
      id: 1_000 + number,
      website_id,
      name: `${mark} campaign`,
      cta_type: 'inline',
      page_path: `/${mark}`,
      published_at: '2026-02-01T09:00:00Z',
      variants: VARIANTS.map((variant) => ({
        id: 2_000 + variant * 100 + number,
        variation: 'ab'[variant],
        name: `${mark} variant`,
        traffic_percentage: 50,
        steps: [
          {
            id: 3_000 + variant * 100 + number,
            position: 1,
            elements: [{ id: 4_000 + variant * 100 + number, element_type: 'quiz', position: 1 }],
          },
        ],
      })),
    };
  });
}

function visit(options: {
  website_id: number;
  element_id: number;
  mark: string;
  day: number;
  now: Date;
}): object[] {
  const { website_id, element_id, mark, day, now } = options;
  const occurred_at = new Date(now.getTime() - (day + 1) * 86_400_000 * 2).toISOString();
  const visitor_token = randomUUID();
  const event = (type: string, more: object = {}) => ({
    event_id: randomUUID(),
    type,
    website_id,
    element_id,
    visitor_token,
    occurred_at,
    ...more,
  });
  return [
    event('view'),
    event('conversion', { fields: [{ field: `${mark} field`, field_type: 'quiz', value: `${mark} value` }] }),
    event('order', {
      revenue: 20,
      products: [{ value: `${mark} product`, selections: 1, orders: 1, revenue: 20 }],
    }),
  ];
}
