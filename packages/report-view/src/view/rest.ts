import { type Answer, failed, restAnswer } from './answer.ts';
import type { Question } from './question.ts';

/** The path of the REST API for each tool. */
const PATHS: Readonly<Record<string, string>> = {
  list_websites: '/reports/websites',
  get_website_report: '/reports/website',
  get_website_insights: '/reports/website/insights',
  list_campaigns: '/reports/campaigns',
  get_campaign_report: '/reports/campaigns/{id}',
  list_experiments: '/reports/experiments',
  get_variant_report: '/reports/variants/{id}',
  get_step_report: '/reports/steps/{id}',
  get_element_report: '/reports/elements/{id}',
  get_account_performance: '/reports/account/performance',
};
/** Insights of an earlier week have a path beyond v1. */
const EARLIER_INSIGHTS = '/beyond-v1/website/insights';

/** The path and query of a question, without notes and extras. */
export function restPath({ tool, args }: Question): string | undefined {
  const isEarlier = tool === 'get_website_insights' && args['week'] !== undefined;
  const path = isEarlier ? EARLIER_INSIGHTS : Object.hasOwn(PATHS, tool) ? PATHS[tool] : undefined;
  if (path === undefined) return undefined;
  const query = new URLSearchParams();
  // All time has nothing before it.
  const left = args['timeframe'] === 'all_time' ? 'previous_period' : '';
  for (const [name, value] of Object.entries(args)) {
    if (name === left) continue;
    if (value === undefined || value === null || (name === 'id' && path.includes('{id}'))) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.size > 0 ? `?${query.toString()}` : '';
  return `${path.replace('{id}', encodeURIComponent(String(args['id'])))}${text}`;
}

/** Asks the REST API, or who passes questions on to it. */
export async function askRest(address: string, init: RequestInit): Promise<Answer & { status?: number }> {
  const response = await fetch(address, init);
  const value: unknown = await response.json().catch(() => undefined);
  if (response.status === 429 || response.status === 503)
    return { ...failed('The service is busy. Try again in a moment.'), status: response.status };
  return { ...restAnswer(response.ok, value), status: response.status };
}
