import type { Connection, WebsiteFacts } from '@funnel/db';
import type { z } from 'zod';
import type { Parameter } from './parameters/parameter.ts';

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type InputOf<Params extends Parameters> = {
  [Name in keyof Params]: Params[Name] extends Parameter<infer Value> ? Value : never;
};

/** What every report is told, whichever way it was asked. */
export interface ReportContext {
  /** One snapshot of the database: every number of the answer comes from it. */
  snapshot: Connection;
  now: Date;
  /** In ascending order of id; those of the binding that the report is about. */
  websites: readonly WebsiteFacts[];
}

/** How a report finds its websites: one of the binding, some of it (account performance), or all of it. */
type WebsiteRule = 'one' | 'some' | 'all';

/** A report is a value: the REST route, the OpenAPI operation and the MCP tool are made of it. */
export interface Report<Params extends Parameters = Parameters, Output extends z.ZodType = z.ZodType> {
  /** Operation id and name of the tool. */
  tool: string;
  title: string;
  /** Below /api/v1. */
  path: string;
  summary: string;
  description: string;
  websiteRule: WebsiteRule;
  /** In the order in which faults are said. */
  parameters: Params;
  output: Output;
  run(context: ReportContext, input: InputOf<Params>): Promise<z.infer<Output>>;
}

export function defineReport<Params extends Parameters, Output extends z.ZodType>(
  report: Report<Params, Output>,
): Report<Params, Output> {
  return report;
}
