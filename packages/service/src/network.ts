import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The network of an address: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has all of it. */
export function networkOf(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`;
}

/** The network of a caller. Express knows the address behind trusted proxies. */
export function networkOfRequest(req: IncomingMessage): string {
  return networkOf((req as { ip?: string }).ip ?? req.socket.remoteAddress);
}
