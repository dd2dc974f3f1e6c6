import { SCOPES, type Scope, ServiceError } from '@funnel/domain';
import { challengeHeaders } from './challenge.ts';
import type { Principal } from './principal.ts';

export const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);

/** The scopes of a token that this service knows. The list is closed: other words allow nothing. */
export function readScopes(claim: unknown): ReadonlySet<Scope> {
  const words = new Set(typeof claim === 'string' ? claim.split(' ') : []);
  return new Set(SCOPES.filter((scope) => words.has(scope)));
}

/** 403 unless the credential carries the scope. Writing does not imply reading. */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope)) return;
  const description = `This needs the scope ${scope}.`;
  const challenge = principal.challenge ?? { realm: 'funnel' };
  throw new ServiceError('forbidden', description, {
    headers: challengeHeaders(challenge, { error: 'insufficient_scope', description, scopes: [scope] }),
  });
}
