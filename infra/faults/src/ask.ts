import { failedCall } from './answers.ts';

/** Where events go, and where they are read back. */
export interface Endpoints {
  intake: string;
  rest: string;
  tools: string;
  intakeToken: string;
  restToken: string;
  toolToken: string;
}

/** The campaign that is asked for. */
interface Subject {
  website: number;
  campaign: number;
}

/** How long a caller waits for an answer. */
export const REQUEST_TIMEOUT_MS = 15_000;

const parametersOf = ({ website }: Subject) => ({
  website_id: website,
  timeframe: 'all_time',
  count_type: 'total',
});

/** The report of a campaign, from the REST API. */
export function askReport({ rest, restToken }: Endpoints, subject: Subject): Promise<Response> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parametersOf(subject))) query.set(name, String(value));
  return fetch(`${rest}/api/v1/reports/campaigns/${subject.campaign}?${query.toString()}`, {
    headers: { authorization: `Bearer ${restToken}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
}

/** The same report, from the tool server. A failed call is answered with its code. */
export async function callTool({ tools, toolToken }: Endpoints, subject: Subject): Promise<Response> {
  const response = await fetch(tools, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${toolToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_campaign_report', arguments: { ...parametersOf(subject), id: subject.campaign } },
    }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) return response;
  const { result } = (await response.json()) as {
    result?: { isError?: boolean; structuredContent?: object; content?: { text?: string }[] };
  };
  if (result?.structuredContent && !result.isError) return Response.json(result.structuredContent);
  const problem = JSON.parse(result?.content?.[0]?.text ?? '{}') as { status?: number };
  return failedCall(String(problem.status ?? 'error'));
}
