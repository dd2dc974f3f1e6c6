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

export interface ReportAnswer {
  body: unknown;
  /** The websites it is about, with the version of their data. */
  websites: readonly WebsiteFacts[];
}

/** A request that is sound in itself: its websites, and the parameters as the report takes them. */
export interface Question {
  websiteIds: readonly WebsiteId[];
  input: Readonly<Record<string, unknown>>;
}

/** Checked in this order: scope, website, parameters. */
export async function readQuestion(
  report: Report,
  { database, principal, raw }: Omit<ReportRequest, 'now'>,
): Promise<Question> {
  requireScope(principal, 'reports');
  const websiteIds = await namingChoices(database, principal, () => websitesOf(report, principal, raw));
  const input: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(report.parameters)) {
    input[name] = parameter.parse(raw[name], input);
  }
  return { websiteIds, input };
}

/** The one way to a report's answer: a sound question, then the report on one snapshot. */
export async function runReport(
  report: Report,
  { database, principal, raw, now }: ReportRequest,
): Promise<ReportAnswer> {
  const { websiteIds, input } = await readQuestion(report, { database, principal, raw });
  return withSnapshot(database, async (snapshot) => {
    const websites = await readWebsites(snapshot, websiteIds);
    const isNamed = !isAbsent(raw['website_id']) || !isAbsent(raw['website_ids']);
    const needed = report.websiteRule === 'some' && isNamed ? websiteIds.length : 1;
    if (report.websiteRule !== 'all' && websites.length < needed) throw websiteNotFound();
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
