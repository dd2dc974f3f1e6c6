import type { Post } from '@funnel/notifications/work';
import { addressesOf, type Network, publicAddresses, send } from '@funnel/service';

/** Shorter than the lease of a message. */
const TIMEOUT_MS = 15_000;
/** Nobody reads the answer of a receiver but for its first words. */
const MAX_BYTES = 1024 * 1024;

/** Posts to receivers. Their owners choose the address, so only the public internet is contacted, apart from origins that the operator trusts. */
export function createPost(network: Pick<Network, 'resolve'>, privateReceivers: readonly string[]): Post {
  const trusted = new Set(privateReceivers);
  return async (address, { headers, body }) => {
    const url = new URL(address);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const isTrusted = trusted.has(url.origin);
    if (url.protocol !== 'https:' && !isTrusted) throw new Error('The receiver is not on https.');
    const find = isTrusted ? addressesOf : publicAddresses;
    try {
      const addresses = await find(url.hostname, network, signal);
      return await send(url, addresses, { method: 'POST', headers, body, signal, maxBytes: MAX_BYTES });
    } catch (error) {
      if (signal.aborted) throw new Error(`No answer within ${TIMEOUT_MS / 1000} seconds.`, { cause: error });
      throw error;
    }
  };
}
