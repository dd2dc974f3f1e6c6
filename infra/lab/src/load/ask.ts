import { type Addresses, toolCall } from '@funnel/local';

export interface Endpoints {
  addresses: Addresses;
  tokens: { rest: string; mcp: string; intake: string };
}

export interface Subject {
  website: number;
  campaign: number;
}

/** Tells the outcome of an answer that has another status. */
export const OUTCOME_HEADER = 'x-outcome';
const REQUEST_TIMEOUT_MS = 15_000;

export function questionsAbout(endpoints: Endpoints, subject: Subject) {
  return {
    report: () => askReport(endpoints, subject),
    'tool call': () => callTool(endpoints, subject),
    'login page': () => ask(`${endpoints.addresses.AUTHORIZATION_SERVER_ISSUER}/login`),
  };
}

export function sendEvents({ addresses, tokens }: Endpoints, events: readonly object[]): Promise<Response> {
  return ask(`${addresses.EVENT_INTAKE_RESOURCE}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.intake}`, 'content-type': 'application/x-ndjson' },
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  });
}

export function askReport(endpoints: Endpoints, { website, campaign }: Subject): Promise<Response> {
  const query = `website_id=${website}&timeframe=all_time&count_type=total`;
  return askRest(endpoints, `reports/campaigns/${campaign}?${query}`);
}

/** The same report, from the tool server. A failed call has its status as its outcome. */
export async function callTool(
  { addresses, tokens }: Endpoints,
  { website, campaign }: Subject,
): Promise<Response> {
  const question = { id: campaign, website_id: website, timeframe: 'all_time', count_type: 'total' };
  const response = await ask(
    addresses.MCP_SERVER_RESOURCE,
    toolCall(tokens.mcp, 'get_campaign_report', question),
  );
  if (!response.ok) return response;
  const { result } = (await response.json()) as {
    result?: { isError?: boolean; structuredContent?: object; content?: { text?: string }[] };
  };
  if (result?.structuredContent && !result.isError) return Response.json(result.structuredContent);
  const { status = 'error' } = JSON.parse(result?.content?.[0]?.text ?? '{}') as { status?: number };
  return new Response('', { headers: { [OUTCOME_HEADER]: String(status) } });
}

export function askRest({ addresses, tokens }: Endpoints, path: string): Promise<Response> {
  return ask(`${addresses.REST_API_RESOURCE}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${tokens.rest}` },
  });
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}
