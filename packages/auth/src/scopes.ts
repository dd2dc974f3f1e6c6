import {
  DASHBOARD_SCOPES,
  RESOURCE_SCOPES,
  SCOPES,
  type Scope,
  ServiceError,
  SETTINGS_SCOPES,
} from '@funnel/domain';
import { callerOf } from './caller.ts';
import { challengeHeaders, createText } from './challenge.ts';
import type { Principal } from './principal.ts';

/** What a legacy key allows: every scope of the REST API that it had when there were such keys. */
export const LEGACY_KEY_SCOPES: ReadonlySet<Scope> = new Set(
  RESOURCE_SCOPES.rest.filter((scope) => !SETTINGS_SCOPES.includes(scope)),
);

/** Reads the `scope` claim of a token. Unknown scopes are ignored. */
export function readScopes(claim: unknown): ReadonlySet<Scope> {
  const words = new Set(typeof claim === 'string' ? claim.split(' ') : []);
  return new Set(SCOPES.filter((scope) => words.has(scope)));
}

/** A token that is limited to campaigns only reads reports: nothing else knows the limit. */
export function scopesOfCampaigns(scopes: ReadonlySet<Scope>): ReadonlySet<Scope> {
  return new Set([...scopes].filter((scope) => scope === 'reports'));
}

/**
 * The error (403 `forbidden`) for a report of a whole website, if the credential is limited to campaigns.
 * @example
 * assert.equal(onlyCampaigns({ challenge: { realm: 'https://api.example.com' } }).status, 403);
 */
export function onlyCampaigns({
  challenge = { realm: 'funnel' },
}: Pick<Principal, 'challenge'>): ServiceError {
  const detail =
    'This token shows one campaign: its report, and those of its variants, steps and elements. Nothing else.';
  const reason = { error: 'insufficient_scope', description: detail } as const;
  return new ServiceError('forbidden', detail, { headers: challengeHeaders(challenge, reason) });
}

/**
 * Throws a ServiceError (403 `forbidden`) unless the credential has the scope. A write scope does not include reading.
 * @example
 * requireScope(principal, 'contacts:write');
 * assert.throws(() => requireScope(principal, 'contacts:read'), { code: 'forbidden', status: 403 });
 */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope)) return;
  const description = `This operation requires the scope ${scope}.`;
  const challenge = principal.challenge ?? { realm: 'funnel' };
  const has = `This token has ${[...principal.scopes].join(', ') || 'none'}.`;
  const instead = DASHBOARD_SCOPES.includes(scope)
    ? ['Only the dashboard can use it: people do this on its pages.']
    : createText(principal.tokensUrl, 'with it');
  const detail = [description, has, ...instead].join(' ');
  throw new ServiceError('forbidden', detail, {
    headers: challengeHeaders(challenge, { error: 'insufficient_scope', description, scopes: [scope] }),
  });
}

/**
 * Throws a ServiceError (403 `forbidden`) unless a person of the bundled authorization server made the token: what it is for belongs to
 * people.
 * @example
 * const principal = { subject: null, clientId: null };
 * assert.throws(() => requirePerson(principal), { code: 'forbidden', status: 403 });
 */
export function requirePerson(
  principal: Pick<Principal, 'subject' | 'clientId' | 'credentialId' | 'tokensUrl' | 'challenge'>,
): void {
  if (callerOf(principal, undefined).actorId !== null) return;
  const description = 'This operation requires the token of a person.';
  const detail = [description, ...createText(principal.tokensUrl, 'of your own')].join(' ');
  const reason = { error: 'insufficient_scope', description } as const;
  throw new ServiceError('forbidden', detail, {
    headers: challengeHeaders(principal.challenge ?? { realm: 'funnel' }, reason),
  });
}
