import { catalogJsonSchema } from '@funnel/ingest';

type Properties = Record<string, { items?: { properties?: Record<string, unknown> } }>;

/** A catalog document without what only an operator may set: accounts, and the account and key of a website. */
export function catalogSchema(): object {
  const { properties, ...schema } = catalogJsonSchema();
  const { accounts: _accounts, websites, ...rest } = structuredClone(properties) as Properties;
  delete websites?.items?.properties?.['account_id'];
  delete websites?.items?.properties?.['api_key'];
  return {
    ...schema,
    description: 'What has changed. Records and fields that are left out stay as they are.',
    properties: { websites, ...rest },
  };
}

/** A new campaign of the demo data. */
export const EXAMPLE_CATALOG = {
  websites: [{ id: 1, name: 'oak-and-linen.example' }],
  areas: [{ id: 510, website_id: 1, name: 'Checkout' }],
  campaigns: [
    {
      id: 110,
      website_id: 1,
      name: 'Winter sale',
      cta_type: 'bar',
      variants: [
        {
          id: 210,
          traffic_percentage: 100,
          steps: [{ id: 310, elements: [{ id: 410, element_type: 'form' }] }],
        },
      ],
    },
  ],
};
