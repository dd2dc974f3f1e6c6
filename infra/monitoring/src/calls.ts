import { randomUUID } from 'node:crypto';
import { toolCall } from '@funnel/local';
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
  const call = toolCall(tokens.mcp, name, args);
  return send(addresses.MCP_SERVER_RESOURCE, { ...call, headers: { ...call.headers, ...headers } });
}

/** Asks the REST API. */
export function askReport(
  { addresses, tokens }: Product,
  path: string,
  headers: Headers = {},
): Promise<void> {
  return send(`${addresses.REST_API_RESOURCE}/api/v1${path}`, {
    headers: { ...headers, authorization: `Bearer ${tokens.rest}` },
  });
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
  return send(`${addresses.EVENT_INTAKE_RESOURCE}/v1/events`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${tokens.intake}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
}

async function send(url: string, request: RequestInit): Promise<void> {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok || text.includes('"isError"'))
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
}
