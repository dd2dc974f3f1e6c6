import { type Grain, parseDay, type TIMEFRAMES, type Window } from '@funnel/domain';

/** The metrics of a body that notes mention. */
interface NotedMetrics {
  views: number;
  conversions: number;
  conversion_rate: number;
  previous?: { views: number; conversions: number; conversion_rate: number };
  changes?: { conversion_rate: number | null };
}

/** A variant in a body. */
export interface NotedVariant {
  id: number;
  variation: string;
  traffic_percentage: number;
  metrics: NotedMetrics;
}

/** What notes read of a body, which has passed the schema of its report. */
export interface ReportBody {
  report?: string;
  website?: { name: string; currency: string };
  timeframe?: {
    selected: (typeof TIMEFRAMES)[number];
    range_start: string;
    range_end: string;
    previous_range_start?: string | null;
  };
  /** Of the list of websites. */
  websites?: { id: number }[];
  data?: {
    id?: number;
    name?: string | null;
    status?: string;
    metrics?: NotedMetrics;
    timeseries?: { group_by: Grain; points: { views: number }[] };
    campaigns?: unknown[];
    variants?: NotedVariant[];
    experiments?: { campaign_id: number; campaign_name: string; variants: NotedVariant[] }[];
    funnel_steps?: { id: number; position: number; metrics: NotedMetrics }[];
    pagination?: { page: number; per_page: number; total_entries: number; total_pages: number };
    aggregate?: { website_count: number };
    fields?: { field: string; value: string | null; count: number }[];
    products?: { value: string | null }[];
    week?: string;
  };
}

/** The days that a report covers; undefined for a report without a timeframe. */
export function windowOf({ timeframe }: ReportBody): Window | undefined {
  const [start, end] = [timeframe?.range_start, timeframe?.range_end].map((time) =>
    parseDay(time?.slice(0, 10) ?? ''),
  );
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Whether a report is compared with the previous period. */
export function isCompared({ timeframe }: ReportBody): boolean {
  return typeof timeframe?.previous_range_start === 'string';
}

/** Whether the counts are distinct visitors, which is all that a snapshot stores. */
export function isDistinct({ timeframe }: ReportBody, input: Readonly<Record<string, unknown>>): boolean {
  return input['count_type'] !== 'total' || timeframe?.selected === 'insights_week';
}

/** Whether an answer is about an archived campaign, or a list of nothing else: no number of it grows any more. */
export function isOfArchived({
  body: { data },
  input,
}: {
  body: ReportBody;
  input: Readonly<Record<string, unknown>>;
}): boolean {
  return data?.status === 'archived' || (data?.campaigns !== undefined && input['status'] === 'archived');
}
