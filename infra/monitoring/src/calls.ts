import { randomUUID } from 'node:crypto';
import type { Product } from './product.ts';

/** Further headers of a request, such as `traceparent`. */
type Headers = Readonly<Record<string, string>>;

/** Calls a tool. */
export function callTool(
  { addresses, tokens }: Product,
  name: string,
  args: Readonly<Record<string, unknown>>,
  headers: Headers = {},
): Promise<void> {
  return send(addresses.MCP_SERVER_RESOURCE, tokens.mcp, {
    headers: { ...headers, Accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  });
}

/** Asks the REST API. */
export function askReport(
  { addresses, tokens }: Product,
  path: string,
  headers: Headers = {},
): Promise<void> {
  return send(`${addresses.REST_API_RESOURCE}/api/v1${path}`, tokens.rest, { headers });
}

/** Sends views of the first website. */
export function sendEvents(
  { addresses, tokens }: Product,
  count: number,
  headers: Headers = {},
): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    visitor_token: randomUUID(),
    occurred_at: new Date().toISOString(),
  }));
  return send(`${addresses.EVENT_INTAKE_RESOURCE}/v1/events`, tokens.intake, { headers, body: events });
}

async function send(
  url: string,
  token: string,
  { headers, body }: { headers: Headers; body?: unknown },
): Promise<void> {
  const response = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json', ...headers, Authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (!response.ok || text.includes('"isError"'))
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
}
