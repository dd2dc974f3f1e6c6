// Generated from the operations: npm run -s generate
import type { components } from '@funnel/client';

type Schemas = components['schemas'];

export interface ReportBodies {
  websites: Schemas['WebsitesReport'] & { report: 'websites' };
  website: Schemas['WebsiteReport'];
  website_insights: Schemas['WebsiteInsightsReport'];
  campaigns: Schemas['CampaignsReport'];
  campaign: Schemas['CampaignReport'];
  experiments: Schemas['ExperimentsReport'];
  variant: Schemas['VariantReport'];
  step: Schemas['StepReport'];
  element: Schemas['ElementReport'];
  account_performance: Schemas['AccountPerformanceReport'];
}

/** What pictures know of a report. */
export interface ReportPlace {
  tool: string;
  /** At the REST API. */
  path: string;
  /** In the dashboard. */
  page?: string;
  /** Of a report about one thing below a website. */
  level?: 'campaign' | 'variant' | 'step' | 'element';
  /** Whether the REST API has a file of it. */
  hasRows?: boolean;
}

export const REPORTS: Readonly<Record<keyof ReportBodies, ReportPlace>> = {
  websites: {
    tool: 'list_websites',
    path: '/reports/websites',
    hasRows: true,
  },
  website: {
    tool: 'get_website_report',
    path: '/reports/website',
    page: '/websites/{website_id}',
  },
  website_insights: {
    tool: 'get_website_insights',
    path: '/reports/website/insights',
    page: '/websites/{website_id}/insights',
  },
  campaigns: {
    tool: 'list_campaigns',
    path: '/reports/campaigns',
    page: '/websites/{website_id}/campaigns',
    hasRows: true,
  },
  campaign: {
    tool: 'get_campaign_report',
    path: '/reports/campaigns/{id}',
    page: '/websites/{website_id}/campaigns/{id}',
    level: 'campaign',
    hasRows: true,
  },
  experiments: {
    tool: 'list_experiments',
    path: '/reports/experiments',
    page: '/websites/{website_id}/experiments',
    hasRows: true,
  },
  variant: {
    tool: 'get_variant_report',
    path: '/reports/variants/{id}',
    page: '/websites/{website_id}/variants/{id}',
    level: 'variant',
    hasRows: true,
  },
  step: {
    tool: 'get_step_report',
    path: '/reports/steps/{id}',
    page: '/websites/{website_id}/steps/{id}',
    level: 'step',
    hasRows: true,
  },
  element: {
    tool: 'get_element_report',
    path: '/reports/elements/{id}',
    page: '/websites/{website_id}/elements/{id}',
    level: 'element',
  },
  account_performance: {
    tool: 'get_account_performance',
    path: '/reports/account/performance',
    page: '/',
    hasRows: true,
  },
};
