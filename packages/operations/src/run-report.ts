import {
  boundWebsites,
  type Principal,
  requireScope,
  resolveWebsite,
  resolveWebsites,
  websiteNotFound,
} from '@funnel/auth';
import { type Database, readWebsites, type WebsiteFacts, inReadTransaction } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';
import { isAbsent } from './parameters/parameter.ts';
import type { Report } from './report.ts';
import { namingChoices } from './website-choices.ts';

export interface ReportRequest {
  database: Database;
  principal: Principal;
  /** By name, as given: texts of a query, or JSON values of a tool call. */
  raw: Readonly<Record<string, unknown>>;
  now: Date;
}

/** A request that is sound: its websites are there, its parameters are as the report takes them. */
export interface OpenReport {
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
  input: Readonly<Record<string, unknown>>;
  /** Computes the answer. */
  body: () => Promise<unknown>;
}

/**
 * The one way to a report. Checked in this order: scope, website, parameters; then it is the caller's, and all
 * that he reads of it comes from one snapshot.
 */
export async function openReport<Result>(
  report: Report,
  { database, principal, raw, now }: ReportRequest,
  use: (open: OpenReport) => Promise<Result>,
): Promise<Result> {
  requireScope(principal, 'reports');
  const websiteIds = await namingChoices(database, principal, () => websitesOf(report, principal, raw));
  return inReadTransaction(database, async (snapshot) => {
    const websites = await readWebsites(snapshot, websiteIds);
    const isNamed = !isAbsent(raw['website_id']) || !isAbsent(raw['website_ids']);
    const needed = report.websiteRule === 'some' && isNamed ? websiteIds.length : 1;
    if (report.websiteRule !== 'all' && websites.length < needed) throw websiteNotFound();
    const input = parseInput(report, raw);
    const body = async () => report.output.parse(await report.run({ snapshot, now, websites }, input));
    return use({ websites, input, body });
  });
}

/** The body of a report's answer. */
export function runReport(report: Report, request: ReportRequest): Promise<unknown> {
  return openReport(report, request, ({ body }) => body());
}

function parseInput({ parameters }: Report, raw: ReportRequest['raw']): OpenReport['input'] {
  const input: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    input[name] = parameter.parse(raw[name], input);
  }
  return input;
}

function websitesOf({ websiteRule }: Report, principal: Principal, raw: ReportRequest['raw']): WebsiteId[] {
  const { website_id, website_ids } = raw;
  if (websiteRule === 'one') return [resolveWebsite(principal, website_id)];
  return websiteRule === 'some'
    ? resolveWebsites(principal, { website_id, website_ids })
    : boundWebsites(principal);
}
