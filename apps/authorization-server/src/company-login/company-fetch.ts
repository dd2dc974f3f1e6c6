import type { CustomFetch } from 'openid-client';
import { addressesOf, type Network, publicAddresses, send } from '@funnel/service';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Asks the provider of a company. An owner chooses its address, so only the public internet is contacted, apart from the origins of
 * issuers that the operator trusts.
 */
export function createCompanyFetch(
  network: Pick<Network, 'resolve'>,
  privateIssuers: readonly string[],
): CustomFetch {
  const trusted = new Set(privateIssuers.map((issuer) => new URL(issuer).origin));
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const isTrusted = trusted.has(url.origin);
    if (url.protocol !== 'https:' && !isTrusted) throw new Error('The provider is not on https.');
    const find = isTrusted ? addressesOf : publicAddresses;
    const addresses = await find(url.hostname, network, signal);
    // The library sends forms and nothing else.
    const text = body instanceof URLSearchParams ? body.toString() : undefined;
    const response = await send(url, addresses, { method, headers, body: text, signal, maxBytes: MAX_BYTES });
    const hasBody = ![204, 304].includes(response.status);
    return new Response(hasBody ? response.body : null, {
      status: response.status,
      headers: { 'content-type': response.type ?? '' },
    });
  };
}
