import type { ToolName } from '../../src/index.ts';
import { CAMPAIGNS, type Campaign } from './catalog.ts';
import type { Level, Recounted } from './recount.ts';

/** A question to a report. */
export interface ExpectedQuery {
  website_id: number;
  timeframe: string;
  range_start?: string;
  range_end?: string;
  count_type: 'distinct' | 'total';
  previous_period: boolean;
  group_by?: string;
  id?: number;
  sort?: string;
}

/** The recounted numbers that a body is built from. */
export interface Numbers {
  metrics(level: Level, subject: number, without?: readonly string[]): unknown;
  current(level: Level, subject: number): Recounted;
  timeseries: object;
  fields(subject: number): Promise<unknown>;
  products(subject: number): Promise<unknown>;
}
/** What a report must return. */
interface Shape {
  /** The subjects to recount; the first one has the series. */
  want: { level: Level; subject: number }[];
  shape(numbers: Numbers): unknown;
}

export const of = (level: Level, ids: readonly { id: number }[]) =>
  ids.map(({ id }) => ({ level, subject: id }));
export const variantsOf = (websiteId: number) =>
  CAMPAIGNS.filter(({ website_id }) => website_id === websiteId).flatMap(({ variants }) => variants);
export const byLetter = (items: Campaign['variants']) =>
  items.toSorted((one, other) => one.variation.localeCompare(other.variation));
export const positionOrder = (one: { position: number }, other: { position: number }) =>
  one.position - other.position;

export function variantRow({ metrics }: Numbers, variant: Campaign['variants'][number]) {
  const { id, name, variation, traffic_percentage } = variant;
  return { id, name, variation, traffic_percentage, metrics: metrics('variant', id) };
}

/** How the suites ask for a report, and what they expect. Each report has its own, in its folder. */
export interface ExpectedReport {
  tool: ToolName;
  /** `report` in the envelope. */
  report: string;
  /** The ids to ask for, of a report about a subject. */
  ids?: (websiteId: number) => number[];
  /** Whether it takes group_by. */
  hasSeries?: boolean;
  /** Undefined for a report without the shared envelope, which other tests check. */
  expect?: (query: ExpectedQuery) => Shape;
}

export const campaignsOf = (websiteId: number) =>
  CAMPAIGNS.filter(({ website_id }) => website_id === websiteId);
export const stepsOf = (websiteId: number) => variantsOf(websiteId).flatMap(({ steps }) => steps);
export const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id);

/** Fails for what is not in the catalog. */
export function missing(what: unknown): never {
  throw new Error(`Not in the catalog: ${String(what)}`);
}
