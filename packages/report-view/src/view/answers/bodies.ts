import type { components } from '@funnel/client';
import { type ReportBodies, REPORTS } from '../../generated/reports.ts';

type Schemas = components['schemas'];

export type Metrics = Schemas['WebsiteMetrics'] & { submissions?: number };
export type Timeseries = Schemas['Timeseries'];
export type Point = Timeseries['points'][number];
export type Variant = Schemas['CampaignReport']['data']['variants'][number];

/** A report about one thing: with metrics, and a series if one was asked for. */
export type SubjectBody = ReportBodies['website' | 'campaign' | 'variant' | 'step' | 'element'];

/** A report that this view does not know. */
interface OtherBody {
  report: 'other';
  name: string;
  website?: Schemas['WebsiteReport']['website'];
  timeframe?: Schemas['WebsiteReport']['timeframe'];
  data: Readonly<Record<string, unknown>>;
}

export type Body = ReportBodies[keyof ReportBodies] | OtherBody;

/** What a page is about, whether or not its report is there. */
export type Shown = { report: Body['report']; website?: { id: number; name: string } | null };

/** The tool that returns a report; empty for a report that is not known. */
export function toolOf(report: Body['report']): string {
  return report === 'other' ? '' : REPORTS[report].tool;
}

/** Whether the report is about one thing, so that it can have a series. */
export function isAboutOne(body: Body): body is SubjectBody {
  return body.report !== 'other' && 'metrics' in ('data' in body ? body.data : {});
}
