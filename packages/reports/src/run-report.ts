import {
  boundWebsites,
  type Principal,
  requireScope,
  resolveWebsite,
  resolveWebsites,
  type WebsiteId,
  websiteNotFound,
} from '@funnel/auth';
import { type Database, readWebsites, type WebsiteFacts, withSnapshot } from '@funnel/db';
import type { Report } from './report.ts';

export interface ReportRequest {
  database: Database;
  principal: Principal;
  /** By name, as given: texts of a query, or JSON values of a tool call. */
  raw: Readonly<Record<string, unknown>>;
  now: Date;
}

export interface ReportAnswer {
  body: unknown;
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
}

/** The one way to a report's answer: scope, website, parameters, then the report on one snapshot. */
export async function runReport(
  report: Report,
  { database, principal, raw, now }: ReportRequest,
): Promise<ReportAnswer> {
  requireScope(principal, 'reports');
  const websiteIds = websitesOf(report, principal, raw);
  const input = Object.fromEntries(
    Object.entries(report.parameters).map(([name, parameter]) => [name, parameter.parse(raw[name])]),
  );
  return withSnapshot(database, async (snapshot) => {
    const websites = await readWebsites(snapshot, websiteIds);
    if (report.websiteRule !== 'all' && websites.length === 0) throw websiteNotFound();
    const body = report.output.parse(await report.run({ snapshot, now, websites }, input));
    return { body, websites };
  });
}

function websitesOf({ websiteRule }: Report, principal: Principal, raw: ReportRequest['raw']): WebsiteId[] {
  const { website_id, website_ids } = raw;
  if (websiteRule === 'one') return [resolveWebsite(principal, website_id)];
  return websiteRule === 'some'
    ? resolveWebsites(principal, { website_id, website_ids })
    : boundWebsites(principal);
}
