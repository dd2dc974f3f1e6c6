import createClient from 'openapi-fetch';
import type { paths } from '../src/schema.ts';

/** Asks for every report with nothing but the generated types, as an integrator would. It must compile as it is. */
export async function askEveryReport(baseUrl: string, token: string): Promise<Record<string, unknown>> {
  const client = createClient<paths>({
    baseUrl: `${baseUrl}/api/v1`,
    headers: { Authorization: `Bearer ${token}` },
  });
  const query = { website_id: 11, timeframe: 'this_month' as const };
  const at = (id: number) => ({ params: { path: { id }, query } });
  const websites = await client.GET('/reports/websites');
  const website = await client.GET('/reports/website', { params: { query } });
  const campaigns = await client.GET('/reports/campaigns', { params: { query } });
  const campaign = await client.GET('/reports/campaigns/{id}', at(101));
  const experiments = await client.GET('/reports/experiments', { params: { query } });
  const variant = await client.GET('/reports/variants/{id}', at(201));
  const step = await client.GET('/reports/steps/{id}', at(301));
  const element = await client.GET('/reports/elements/{id}', at(401));
  const account = await client.GET('/reports/account/performance', {
    params: { query: { timeframe: 'this_month' } },
  });
  const insights = await client.GET('/reports/website/insights', { params: { query: { website_id: 11 } } });
  return {
    list_websites: websites.data?.websites[0]?.name,
    get_website_report: website.data?.data.metrics.views,
    list_campaigns: campaigns.data?.data.campaigns[0]?.metrics.views,
    get_campaign_report: campaign.data?.data.metrics.views,
    list_experiments: experiments.data?.data.experiments[0]?.variants[0]?.metrics.views,
    get_variant_report: variant.data?.data.metrics.views,
    get_step_report: step.data?.data.metrics.views,
    get_element_report: element.data?.data.metrics.views,
    get_account_performance: account.data?.data.aggregate.viewers,
    get_website_insights: insights.data?.data.performance_snapshot.performance.viewers,
  };
}
