import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { keptOn } from './kept-on.ts';

/** The network of an address: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has all of it. */
export function networkOf(address: string | undefined): string {
  // Most are, and this takes a tenth of the time.
  if (address && isIPv4(address)) return address;
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}

const networks = keptOn<IncomingMessage, string>('network');

/** The network of a caller. The first answer stays: a connection that was closed has no address any more. */
export function networkOfRequest(req: IncomingMessage): string {
  const known = networks.of(req);
  if (known !== undefined) return known;
  const network = networkOf((req as { ip?: string }).ip ?? req.socket.remoteAddress);
  networks.keep(req, network);
  return network;
}

/** Finds out where requests come from before Express does. */
export interface Proxies {
  isTrusted: (address: string | undefined) => boolean;
  /** The network of a caller, behind the trusted proxies. */
  networkOf: (req: IncomingMessage) => string;
}

/** The trusted proxies: their number or addresses, as `TRUST_PROXY` has them; nothing if there are none. */
export function trustedProxies(trustProxy: number | string | undefined): Proxies {
  if (trustProxy === undefined)
    return { isTrusted: () => false, networkOf: (req) => networkOf(req.socket.remoteAddress) };
  const trust =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return {
    isTrusted: (address) => address !== undefined && trust(address, 0),
    networkOf: (req) => networkOf(proxyAddr(req, trust)),
  };
}
