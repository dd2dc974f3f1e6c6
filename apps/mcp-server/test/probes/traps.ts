import { JOURNAL, POP_UP, SHOP } from '../support/agency/agency-catalog.ts';
import { type Agent, type Arguments, type Body, named, the } from '../support/agency/agent.ts';

type Call = [tool: string, args: Arguments];

/** A call that cannot work, what it is told, and the calls that what it is told leads to. */
export interface Trap {
  trap: string;
  token: 'shop' | 'agency';
  call(agent: Agent): Call;
  code: string;
  status: number;
  says: RegExp;
  mended(problem: Body, agent: Agent): Call[] | Promise<Call[]>;
}

/** Of another account, and of nobody. */
const FOREIGN_WEBSITE = 21;
const NO_CAMPAIGN = 999_999;

const YEARS = { timeframe: 'custom', range_start: '2024-01-01', range_end: '2026-11-14' };

export const TRAPS: Trap[] = [
  {
    trap: 'the snapshot of a website that has none yet',
    token: 'agency',
    call: (agent) => ['get_website_insights', { website_id: agent.websiteId(POP_UP) }],
    code: 'not_found',
    status: 404,
    says: /no insights snapshot yet.*Mondays.*get_website_report/,
    mended: (_problem, agent) => [
      ['get_website_report', { website_id: agent.websiteId(POP_UP), ...agent.last('week') }],
    ],
  },
  {
    trap: 'the week of a snapshot that is not there',
    token: 'agency',
    call: (agent) => ['list_campaigns', { website_id: agent.websiteId(POP_UP), timeframe: 'insights_week' }],
    code: 'not_found',
    status: 404,
    says: /no insights snapshot yet.*another timeframe/,
    mended: (_problem, agent) => [
      ['list_campaigns', { website_id: agent.websiteId(POP_UP), timeframe: 'this_week' }],
    ],
  },
  {
    trap: 'a website of somebody else',
    token: 'agency',
    call: () => ['get_website_report', { website_id: FOREIGN_WEBSITE }],
    code: 'not_found',
    status: 404,
    says: /no such website.*list_websites/,
    async mended(_problem, agent) {
      const { websites } = await agent.call('list_websites');
      return [['get_website_report', { website_id: websites[0].id }]];
    },
  },
  {
    trap: 'a website of somebody else among those of account performance',
    token: 'agency',
    call: (agent) => ['get_account_performance', { website_ids: [agent.websiteId(SHOP), FOREIGN_WEBSITE] }],
    code: 'not_found',
    status: 404,
    says: /no such website.*list_websites/,
    mended: () => [['get_account_performance', {}]],
  },
  {
    trap: 'no website_id where the token covers several',
    token: 'agency',
    call: () => ['list_experiments', {}],
    code: 'website_id_required',
    status: 400,
    says: /pass website_id.*41 \(atelier\.example\).*42 \(journal\.example\).*43 \(popup\.example\)/,
    mended: ({ parameter, allowed }) =>
      allowed.map((id: string): Call => ['list_experiments', { [parameter]: Number(id) }]),
  },
  {
    trap: 'a series of a website over more than 92 days',
    token: 'shop',
    call: () => ['get_website_report', { timeframe: 'this_year', group_by: 'month' }],
    code: 'range_too_wide',
    status: 422,
    says: /at most 92 days, or leave out group_by/,
    mended: () => [
      ['get_website_report', { timeframe: 'last_90_days', group_by: 'month' }],
      ['get_website_report', { timeframe: 'this_year' }],
    ],
  },
  {
    trap: 'a series of more than 400 points',
    token: 'shop',
    call: () => ['get_campaign_report', { id: 5_100, ...YEARS, group_by: 'day' }],
    code: 'range_too_wide',
    status: 422,
    says: /at most 400 .*group_by=week fits/,
    mended: ({ parameter, allowed }) =>
      allowed.map(
        (fitting: string): Call => ['get_campaign_report', { id: 5_100, ...YEARS, [parameter]: fitting }],
      ),
  },
  {
    trap: 'a timeframe that there is not',
    token: 'shop',
    call: () => ['get_website_report', { timeframe: 'last_week' }],
    code: 'invalid_timeframe',
    status: 422,
    says: /one of .*last_7_days.*custom/,
    mended: ({ parameter, allowed }) => [
      ['get_website_report', { [parameter]: the(allowed, (word) => word === 'last_7_days') }],
    ],
  },
  {
    trap: 'a sort that there is not',
    token: 'shop',
    call: () => ['list_campaigns', { sort: 'orders' }],
    code: 'invalid_sort',
    status: 422,
    says: /one of .*revenue/,
    mended: ({ parameter, allowed }) =>
      allowed.map((word: string): Call => ['list_campaigns', { [parameter]: word, per_page: 1 }]),
  },
  {
    trap: 'a grouping that there is not',
    token: 'shop',
    call: () => ['get_website_report', { group_by: 'hour' }],
    code: 'invalid_group_by',
    status: 422,
    says: /one of day, week/,
    mended: ({ parameter, allowed }) =>
      allowed.map((word: string): Call => ['get_website_report', { [parameter]: word }]),
  },
  {
    trap: 'custom without its dates',
    token: 'shop',
    call: () => ['get_website_report', { timeframe: 'custom', range_start: '2026-11-01' }],
    code: 'invalid_range',
    status: 422,
    says: /range_end is required when timeframe=custom; write it as YYYY-MM-DD/,
    mended: ({ parameter }) => [
      ['get_website_report', { timeframe: 'custom', range_start: '2026-11-01', [parameter]: '2026-11-14' }],
    ],
  },
  {
    trap: 'a range that is reversed',
    token: 'shop',
    call: () => [
      'get_website_report',
      { timeframe: 'custom', range_start: '2026-11-14', range_end: '2026-11-01' },
    ],
    code: 'invalid_range',
    status: 422,
    says: /the earlier date comes first/,
    mended: () => [
      ['get_website_report', { timeframe: 'custom', range_start: '2026-11-01', range_end: '2026-11-14' }],
    ],
  },
  {
    trap: 'a campaign that there is not',
    token: 'shop',
    call: () => ['get_campaign_report', { id: NO_CAMPAIGN }],
    code: 'not_found',
    status: 404,
    says: /no such campaign on this website.*list_campaigns/,
    async mended(_problem, agent) {
      const { data } = await agent.call('list_campaigns', {});
      return [['get_campaign_report', { id: data.campaigns[0].id }]];
    },
  },
  {
    trap: 'a campaign of another of my websites',
    token: 'agency',
    call: (agent) => ['get_campaign_report', { id: 5_100, website_id: agent.websiteId(JOURNAL) }],
    code: 'not_found',
    status: 404,
    says: /no such campaign on this website.*the same website/,
    async mended(_problem, agent) {
      const website_id = agent.websiteId(SHOP);
      const { data } = await agent.call('list_campaigns', { website_id, per_page: 50 });
      return [['get_campaign_report', { website_id, id: the(data.campaigns, named('Checkout')).id }]];
    },
  },
  {
    trap: 'the id of a campaign where that of a variant belongs',
    token: 'shop',
    call: () => ['get_variant_report', { id: 5_101 }],
    code: 'not_found',
    status: 404,
    says: /no such variant on this website.*get_campaign_report/,
    async mended(_problem, agent) {
      const { data } = await agent.call('get_campaign_report', { id: 5_101 });
      return data.variants.map(({ id }: Body): Call => ['get_variant_report', { id }]);
    },
  },
];
