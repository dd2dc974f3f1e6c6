import { isAbsent, MAX_ID, parseId, ServiceError, type WebsiteId } from '@funnel/domain';
import type { Principal } from './principal.ts';

type Bound = Pick<Principal, 'websiteIds'>;

/**
 * The website of a request: the one that was named, or the only one of the token.
 * @example
 * assert.equal(resolveWebsite(principal, '12'), 12);
 * assert.throws(() => resolveWebsite(principal, undefined), { code: 'website_id_required' });
 * assert.throws(() => resolveWebsite(principal, '99'), { code: 'not_found' });
 */
export function resolveWebsite(principal: Bound, websiteId: unknown): WebsiteId {
  if (!isAbsent(websiteId)) return requireBound(principal, requireId(websiteId, 'website_id'));
  const [only, ...others] = boundWebsites(principal);
  if (only === undefined) throw new WebsiteNotFoundError();
  if (others.length > 0) throw websiteIdRequired(principal);
  return only;
}

/**
 * The websites of a request about several: those that were named, else all of the token; ascending.
 * @example
 * assert.deepEqual(resolveWebsites(principal, {}), [11, 12]);
 * assert.deepEqual(resolveWebsites(principal, { website_ids: '12,11' }), [11, 12]);
 * assert.throws(() => resolveWebsites(principal, { website_ids: [11, 99] }), { code: 'not_found' });
 */
export function resolveWebsites(
  principal: Bound,
  { website_id, website_ids }: { website_id?: unknown; website_ids?: unknown },
): WebsiteId[] {
  // All are parsed before any is looked up: a malformed id is reported before an unbound one.
  const asked = [
    ...[website_id].filter(isPresent).map((id) => requireId(id, 'website_id')),
    ...entriesOf(website_ids).map((id) => requireId(id, 'website_ids')),
  ];
  const websites =
    asked.length > 0 ? asked.map((id) => requireBound(principal, id)) : boundWebsites(principal);
  if (websites.length === 0) throw new WebsiteNotFoundError();
  return ascending(websites);
}

/**
 * Every website of the token, ascending.
 * @example
 * assert.deepEqual(boundWebsites(principal), [11, 12]);
 */
export function boundWebsites(principal: Bound): WebsiteId[] {
  return ascending(principal.websiteIds);
}

/** The same 404 for a website that is not bound to the token and for one that does not exist. */
export class WebsiteNotFoundError extends ServiceError {
  constructor() {
    super('not_found', 'This token covers no such website. The list of websites shows those it covers.');
  }
}

function requireBound(principal: Bound, id: number): WebsiteId {
  const bound = principal.websiteIds.find((websiteId) => websiteId === id);
  if (bound === undefined) throw new WebsiteNotFoundError();
  return bound;
}

function requireId(value: unknown, parameter: 'website_id' | 'website_ids'): number {
  const id = parseId(value);
  if (id === undefined) {
    const rule = `a whole number from 1 to ${MAX_ID}`;
    const isRepeated = parameter === 'website_id' && Array.isArray(value);
    const detail = isRepeated ? `website_id was given more than once: ${rule}.` : `A website id is ${rule}.`;
    throw new ServiceError('invalid_website_id', detail, { parameter });
  }
  return id;
}

function websiteIdRequired(principal: Bound): ServiceError {
  const websites = boundWebsites(principal);
  return new ServiceError('website_id_required', 'This token covers several websites: pass website_id.', {
    parameter: 'website_id',
    allowed: websites.map(String),
  });
}

/** A list, a single id or ids separated by commas; empty entries are skipped. */
function entriesOf(value: unknown): unknown[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries
    .flatMap((entry) => (typeof entry === 'string' ? entry.split(',') : [entry]))
    .filter(isPresent);
}

function isPresent(value: unknown): boolean {
  return !isAbsent(value);
}

function ascending(websites: readonly WebsiteId[]): WebsiteId[] {
  return [...new Set(websites)].sort((a, b) => a - b);
}
