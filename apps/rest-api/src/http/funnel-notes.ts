import type { Hint } from '@funnel/operations';

const TOKEN = /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/;
const MAX_NAME = 40;

/** The header `Funnel-Notes`: a list of tokens with parameters (RFC 9651). No header if there is nothing to say. */
export function funnelNotes(hints: readonly Hint[]): Record<string, string> {
  return hints.length === 0 ? {} : { 'Funnel-Notes': hints.map(itemOf).join(', ') };
}

function itemOf({ code, name, more }: Hint): string {
  const named = name === undefined ? '' : `; name=${valueOf(name)}`;
  return `${code}${named}${more === undefined ? '' : `; more=${more}`}`;
}

/** A name is whatever the caller sent: short, in printable ASCII, and in quotes unless it is a token. */
function valueOf(name: string): string {
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name;
  if (TOKEN.test(short)) return short;
  return `"${short.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`;
}
