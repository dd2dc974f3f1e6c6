import type { components } from '@funnel/client';

type Schemas = components['schemas'];

export type Metrics = Schemas['WebsiteMetrics'] & { submissions?: number };
export type Timeseries = Schemas['Timeseries'];
export type Point = Timeseries['points'][number];
export type Variant = Schemas['CampaignReport']['data']['variants'][number];

/** The list of websites is the only body without a name. */
export type WebsitesBody = Schemas['WebsitesReport'] & { report: 'websites' };
export type AccountBody = Schemas['AccountPerformanceReport'];
export type CampaignsBody = Schemas['CampaignsReport'];
export type CampaignBody = Schemas['CampaignReport'];
export type ElementBody = Schemas['ElementReport'];
export type ExperimentsBody = Schemas['ExperimentsReport'];
export type InsightsBody = Schemas['WebsiteInsightsReport'];
export type StepBody = Schemas['StepReport'];
export type VariantBody = Schemas['VariantReport'];
export type WebsiteBody = Schemas['WebsiteReport'];

/** A report about one thing: with metrics, and a series if one was asked for. */
export type SubjectBody = WebsiteBody | CampaignBody | VariantBody | StepBody | ElementBody;

/** A report that has no picture of its own. */
export interface OtherBody {
  report: 'other';
  /** What it is called in the answer. */
  name: string;
  website?: Schemas['WebsiteReport']['website'];
  timeframe?: Schemas['WebsiteReport']['timeframe'];
  data: Readonly<Record<string, unknown>>;
}

/** What the tools return. */
export type Body =
  | SubjectBody
  | WebsitesBody
  | AccountBody
  | CampaignsBody
  | ExperimentsBody
  | InsightsBody
  | OtherBody;

/** The tool that returns a report. It is not known of a report without a picture of its own. */
export const TOOL_OF: Readonly<Record<Body['report'], string>> = {
  websites: 'list_websites',
  website: 'get_website_report',
  website_insights: 'get_website_insights',
  campaigns: 'list_campaigns',
  campaign: 'get_campaign_report',
  experiments: 'list_experiments',
  variant: 'get_variant_report',
  step: 'get_step_report',
  element: 'get_element_report',
  account_performance: 'get_account_performance',
  other: '',
};

/** Whether the report is about one thing, so that it can have a series. */
export function isAboutOne(body: Body): body is SubjectBody {
  return body.report !== 'other' && 'metrics' in ('data' in body ? body.data : {});
}
