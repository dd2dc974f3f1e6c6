import { toolCall } from '@funnel/local';
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
  const question = { ...parametersOf(subject), id: subject.campaign };
  const response = await fetch(tools, {
    ...toolCall(toolToken, 'get_campaign_report', question),
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
