import { isIP } from 'node:net';
import { isPublicAddress, type Network } from './outgoing-requests.ts';

/** The addresses of a host. Rejects a host with any private address, because we cannot choose which one is used. */
export async function publicAddresses(
  hostname: string,
  network: Pick<Network, 'resolve'>,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await addressesOf(hostname, network, signal);
  if (addresses.length === 0 || !addresses.every((address) => isPublicAddress(address))) {
    throw new Error('The host is not on the public internet.');
  }
  return addresses;
}

/** The addresses of a host, wherever they are. */
export function addressesOf(
  hostname: string,
  network: Pick<Network, 'resolve'>,
  signal: AbortSignal,
): Promise<string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) ? Promise.resolve([literal]) : inTime(network.resolve(hostname), signal);
}

/** A look-up of a name cannot be cancelled, and its own time limit is long. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('The host was not resolved in time.'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
