import type { Caller } from '@funnel/db';
import type { Principal } from './principal.ts';

/**
 * Who sends a request, for the audit log. Only subjects of the bundled authorization server are people of this service.
 * @example
 * const principal = { subject: '7', clientId: 'crm', tokensUrl: 'https://auth.example/tokens' };
 * assert.equal(callerOf(principal, '192.0.2.1').actorId, 7);
 * assert.equal(callerOf({ ...principal, tokensUrl: undefined }, '192.0.2.1').actorId, null);
 */
export function callerOf(
  principal: Pick<Principal, 'subject' | 'clientId' | 'credentialId' | 'tokensUrl'>,
  address: string | undefined,
): Caller {
  const { subject, clientId, credentialId, tokensUrl } = principal;
  const isPerson = tokensUrl !== undefined && subject !== null && /^[1-9]\d{0,8}$/.test(subject);
  return {
    actorId: isPerson ? Number(subject) : null,
    clientId,
    address: address ?? null,
    details: {
      ...(credentialId !== undefined && { credential: credentialId }),
      ...(!isPerson && subject !== null && { subject }),
    },
  };
}
