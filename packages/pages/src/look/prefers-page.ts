import type { IncomingMessage } from 'node:http';

const PAGE = 'text/html';
/** What matches JSON, the most specific first. */
const JSON_RANGES = ['application/json', 'application/problem+json', 'application/*', '*/*'];

/**
 * Whether a person with a browser asks, and not a program. A token or a key makes it a program, whatever it accepts: some HTTP
 * libraries ask for HTML by default.
 */
export function prefersPage({ headers, url = '' }: IncomingMessage): boolean {
  const { accept = '', authorization = '' } = headers;
  if (!accept.includes(PAGE) || /^bearer /i.test(authorization) || url.includes('api_key=')) return false;
  const weights = weightsOf(accept);
  const page = weights.get(PAGE) ?? 0;
  const range = JSON_RANGES.find((each) => weights.has(each)) ?? '';
  const json = weights.get(range) ?? 0;
  if (page !== json || range.includes('*')) return page > 0 && page >= json;
  // Both are named with the same weight: the first one wins.
  const ranges = [...weights.keys()];
  return ranges.indexOf(PAGE) < ranges.indexOf(range);
}

function weightsOf(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='));
      return [range, weight ? Number(weight.slice(2)) : 1];
    }),
  );
}
