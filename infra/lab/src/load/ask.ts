import { toolCall } from '@funnel/local';

export interface Endpoints {
  issuer: string;
  intake: string;
  rest: string;
  tools: string;
  intakeToken: string;
  restToken: string;
  toolToken: string;
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
    'login page': () => ask(`${endpoints.issuer}/login`),
  };
}

export function sendEvents({ intake, intakeToken }: Endpoints, events: readonly object[]): Promise<Response> {
  return ask(`${intake}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${intakeToken}`, 'content-type': 'application/x-ndjson' },
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  });
}

export function askReport(endpoints: Endpoints, { website, campaign }: Subject): Promise<Response> {
  const query = `website_id=${website}&timeframe=all_time&count_type=total`;
  return askRest(endpoints, `reports/campaigns/${campaign}?${query}`);
}

/** The same report, from the tool server. A failed call has its status as its outcome. */
export async function callTool(
  { tools, toolToken }: Endpoints,
  { website, campaign }: Subject,
): Promise<Response> {
  const question = { id: campaign, website_id: website, timeframe: 'all_time', count_type: 'total' };
  const response = await ask(tools, toolCall(toolToken, 'get_campaign_report', question));
  if (!response.ok) return response;
  const { result } = (await response.json()) as {
    result?: { isError?: boolean; structuredContent?: object; content?: { text?: string }[] };
  };
  if (result?.structuredContent && !result.isError) return Response.json(result.structuredContent);
  const { status = 'error' } = JSON.parse(result?.content?.[0]?.text ?? '{}') as { status?: number };
  return new Response('', { headers: { [OUTCOME_HEADER]: String(status) } });
}

export function askRest({ rest, restToken }: Endpoints, path: string): Promise<Response> {
  return ask(`${rest}/api/v1/${path}`, { headers: { authorization: `Bearer ${restToken}` } });
}

/** A request that does not wait for ever. */
function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}
