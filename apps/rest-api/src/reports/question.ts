import {
  boundWebsites,
  type Principal,
  requireScope,
  resolveWebsite,
  resolveWebsites,
  type WebsiteId,
} from '@funnel/auth';
import type { Report } from '@funnel/reports';
import type { RawParameters } from './query.ts';

/** A request that is sound in itself: what an entity tag and the choice of a format need to know of it. */
export interface Question {
  websiteIds: readonly WebsiteId[];
  /** The parameters as the report takes them: parsed, defaults filled in. */
  input: Readonly<Record<string, unknown>>;
}

/** In the order in which `runReport` checks: scope, website, parameters. */
export function readQuestion(report: Report, principal: Principal, raw: RawParameters): Question {
  requireScope(principal, 'reports');
  const websiteIds = websitesOf(report, principal, raw);
  const input = Object.fromEntries(
    Object.entries(report.parameters).map(([name, parameter]) => [name, parameter.parse(raw[name])]),
  );
  return { websiteIds, input };
}

function websitesOf(report: Report, principal: Principal, raw: RawParameters): WebsiteId[] {
  const { website_id, website_ids } = raw as { website_id?: unknown; website_ids?: unknown };
  if (report.websiteRule === 'one') return [resolveWebsite(principal, website_id)];
  if (report.websiteRule === 'some') return resolveWebsites(principal, { website_id, website_ids });
  return boundWebsites(principal);
}
