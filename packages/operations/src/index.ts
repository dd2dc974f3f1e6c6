import type { Report } from './report.ts';
import { accountPerformanceReport } from './reports/account-performance.report.ts';
import { campaignReport } from './reports/campaign.report.ts';
import { campaignsReport } from './reports/campaigns.report.ts';
import { elementReport } from './reports/element.report.ts';
import { experimentsReport } from './reports/experiments.report.ts';
import { stepReport } from './reports/step.report.ts';
import { variantReport } from './reports/variant.report.ts';
import { websiteReport } from './reports/website.report.ts';
import { websiteInsightsReport } from './reports/website-insights.report.ts';
import { websitesReport } from './reports/websites.report.ts';

/** In the order of spec 4.5. */
export const REPORTS = [
  websitesReport,
  websiteReport,
  websiteInsightsReport,
  campaignsReport,
  campaignReport,
  experimentsReport,
  variantReport,
  stepReport,
  elementReport,
  accountPerformanceReport,
] as unknown as readonly Report[];

export type { Parameter } from './parameters/parameter.ts';
export type { Report } from './report.ts';
export { type OpenReport, openReport, type ReportRequest, runReport } from './run-report.ts';
export { freeText, identifier, positiveInteger } from './parameters/kinds.ts';
export { page, websiteId } from './parameters/shared.ts';
export type { InputOf, Parameters } from './report.ts';
export { describeWebsites, namingChoices } from './website-choices.ts';
export { recordedCover } from './numbers/recorded-cover.ts';
export {
  RESOURCES,
  type Resource,
  type ResourceAnswer,
  type ResourceRequest,
  runResource,
} from './resources.ts';
