import { boundWebsites, resolveWebsite, resolveWebsites } from '@funnel/auth';
import { isAbsent, ServiceError, type WebsiteId } from '@funnel/domain';
import type { Operation } from './operation.ts';
import type { RawInput } from './parameters/parameter.ts';
import type { OperationRequest } from './request.ts';
import { describeWebsites } from './website-choices.ts';

/** The websites that a request is about, all of them covered by its token. */
export async function websitesOf(
  { websiteRule, body }: Operation,
  { database, principal, raw }: OperationRequest,
): Promise<WebsiteId[]> {
  if (websiteRule === 'all') return boundWebsites(principal);
  try {
    const { website_id, website_ids } = raw;
    return websiteRule === 'one'
      ? [resolveWebsite(principal, website_id)]
      : resolveWebsites(principal, { website_id, website_ids });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'website_id_required') throw error;
    const { parameter, allowed } = error;
    const place = body ? ' It belongs in the query, not in the body.' : '';
    const detail = `${error.detail}${place} ${await describeWebsites(database, principal)}`;
    throw new ServiceError(error.code, detail, { parameter, allowed });
  }
}

/** How many of the websites must exist: those that were named, else one; the list of websites may be empty. */
export function requiredWebsites(
  { websiteRule }: Operation,
  raw: RawInput,
  ids: readonly WebsiteId[],
): number {
  if (websiteRule === 'all') return 0;
  const isNamed = !isAbsent(raw['website_id']) || !isAbsent(raw['website_ids']);
  return websiteRule === 'some' && isNamed ? ids.length : 1;
}
