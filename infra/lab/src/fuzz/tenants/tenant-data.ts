import { randomUUID } from 'node:crypto';
import type { Ids } from './tenant.ts';

/** The numbers of a tenant: all of its ids are made from them. */
export interface TenantNumbers {
  account: number;
  websites: readonly [number, number];
  /** The last digit of all other ids: those of two tenants differ in nothing else. */
  digit: number;
}

/** What a tenant has. Every name carries the mark. */
export function dataOf({ account, websites, digit }: TenantNumbers, mark: string) {
  const areas = websites.map((website_id, index) => ({
    id: 5_000 + index * 10 + digit,
    website_id,
    name: `${mark} area`,
  }));
  const campaigns = websites.flatMap((website_id, index) =>
    [0, 1].map((campaign) => campaignOf(website_id, (index * 2 + campaign) * 10 + digit, mark)),
  );
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const elements = steps.flatMap((step) => step.elements);
  const idsIn = (records: readonly { id: number }[]) => records.map(({ id }) => id);
  const ids: Ids = {
    website: websites,
    area: idsIn(areas),
    campaign: idsIn(campaigns),
    variant: idsIn(variants),
    step: idsIn(steps),
    element: idsIn(elements),
  };
  const catalog = {
    accounts: [{ id: account, name: `${mark} account` }],
    websites: websites.map((id) => ({
      id,
      account_id: account,
      name: `${mark}-${id}.example`,
      currency: 'EUR',
      brand: `${mark} brand`,
      data: { note: `${mark} note` },
    })),
    areas,
    campaigns,
  };
  const events = campaigns.flatMap((campaign) =>
    campaign.variants
      .flatMap((variant) => variant.steps.flatMap((step) => step.elements))
      .flatMap((element) => visitsOf(campaign.website_id, element.id, mark)),
  );
  return { ids, catalog, events };
}

function campaignOf(website_id: number, number: number, mark: string) {
  return {
    id: 1_000 + number,
    website_id,
    name: `${mark} campaign`,
    cta_type: 'inline',
    page_path: `/${mark}`,
    published_at: '2026-02-01T09:00:00Z',
    variants: ['a', 'b'].map((variation, index) => ({
      id: 2_000 + index * 100 + number,
      variation,
      name: `${mark} variant`,
      traffic_percentage: 50,
      steps: [
        {
          id: 3_000 + index * 100 + number,
          position: 1,
          elements: [{ id: 4_000 + index * 100 + number, element_type: 'quiz', position: 1 }],
        },
      ],
    })),
  };
}

/** Some visitors of an element, who go down the whole funnel. */
function visitsOf(website_id: number, element_id: number, mark: string): object[] {
  const fields = [{ field: `${mark} field`, field_type: 'quiz', value: `${mark} value` }];
  const products = [{ value: `${mark} product`, selections: 1, orders: 1, revenue: 20 }];
  return [2, 4, 6, 8, 10, 12].flatMap((daysAgo) => {
    const occurred_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const visit = { website_id, element_id, visitor_token: randomUUID(), occurred_at };
    return [
      { event_id: randomUUID(), type: 'view', ...visit },
      { event_id: randomUUID(), type: 'conversion', ...visit, fields },
      { event_id: randomUUID(), type: 'order', ...visit, revenue: 20, products },
    ];
  });
}
