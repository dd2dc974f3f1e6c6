import type { SectionName } from '../sections/section-names.ts';
import type { Settings } from '../settings.ts';
import type { Machine } from './machine.ts';
import type { Row } from './row.ts';

/** The milliseconds of one question, as medians. */
export interface QuestionTimes {
  title: string;
  product?: number;
  http?: number;
  duckdb?: number;
  postgres?: number;
}

/** The pace at one number of connections. */
export interface ConcurrencyPoint {
  connections: number;
  busyCore: boolean;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  statuses: Record<string, number>;
}

/** How the time of a question grows with the number of events, as medians in milliseconds. */
export interface GrowthLine {
  title: string;
  contender: 'product' | 'duckdb';
  points: { events: number; ms: number }[];
}

/** What one section measured. */
export interface SectionResult {
  rows: Row[];
  times?: QuestionTimes[];
  concurrency?: ConcurrencyPoint[];
  growth?: GrowthLine[];
  /** Resident memory in megabytes after each tenth of the requests. */
  memory?: number[];
}

/** What a run measured, as it is written to the JSON file. */
export interface Results {
  measuredOn: string;
  machine: Machine;
  settings: Settings;
  sections: Partial<Record<SectionName, SectionResult>>;
}

/** All rows, in the order of the sections. */
export function rowsOf({ sections }: Results): Row[] {
  return Object.values(sections).flatMap(({ rows }) => rows);
}
