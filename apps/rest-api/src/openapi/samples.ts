import type { OperationName } from '@funnel/operations';

/**
 * From the websites of a token down to an element: each question takes the id that the one before has found. A campaign
 * with many views has variants, steps and elements.
 */
export const SAMPLES: { parameter: string; operations?: OperationName[]; path: string; at: string }[] = [
  { parameter: 'website_id', path: '/reports/websites', at: 'websites.0.id' },
  {
    parameter: 'id',
    operations: ['get_campaign_report'],
    path: '/reports/campaigns?sort=views',
    at: 'data.campaigns.0.id',
  },
  {
    parameter: 'id',
    operations: ['get_variant_report'],
    path: '/reports/campaigns/{id}',
    at: 'data.variants.0.id',
  },
  {
    parameter: 'id',
    operations: ['get_step_report'],
    path: '/reports/variants/{id}',
    at: 'data.funnel_steps.0.id',
  },
  {
    parameter: 'id',
    operations: ['get_element_report'],
    path: '/reports/steps/{id}',
    at: 'data.elements.0.id',
  },
];
