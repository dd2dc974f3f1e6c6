import { JOURNAL, POP_UP, SHOP } from '../support/agency/agency-catalog.ts';
import { type Agent, type Arguments, type Body, findOne, named } from '../support/agency/agent.ts';

type Call = [tool: string, args: Arguments];

/** An invalid call, the error that it gets, and the calls that the error suggests. */
export interface Trap {
  trap: string;
  token: 'shop' | 'agency';
  call(agent: Agent): Call;
  code: string;
  status: number;
  says: RegExp;
  fixed(problem: Body, agent: Agent): Call[] | Promise<Call[]>;
}

/** Belongs to another account. */
const FOREIGN_WEBSITE = 21;
/** Does not exist. */
const NO_CAMPAIGN = 999_999;

const YEARS = { timeframe: 'custom', range_start: '2024-01-01', range_end: '2026-11-14' };

/** Mistakes that a model is likely to make. */
export const TRAPS: Trap[] = [
  {
    trap: 'insights of a website without a snapshot',
    token: 'agency',
    call: (agent) => ['get_website_insights', { website_id: agent.websiteId(POP_UP) }],
    code: 'not_found',
    status: 404,
    says: /no insights snapshot yet.*Mondays.*the website report/,
    fixed: (_problem, agent) => [
      ['get_website_report', { website_id: agent.websiteId(POP_UP), ...agent.last('week') }],
    ],
  },
  {
    trap: 'insights_week on a website without a snapshot',
    token: 'agency',
    call: (agent) => ['list_campaigns', { website_id: agent.websiteId(POP_UP), timeframe: 'insights_week' }],
    code: 'not_found',
    status: 404,
    says: /no insights snapshot yet.*another timeframe/,
    fixed: (_problem, agent) => [
      ['list_campaigns', { website_id: agent.websiteId(POP_UP), timeframe: 'this_week' }],
    ],
  },
  {
    trap: 'a website that the token does not cover',
    token: 'agency',
    call: () => ['get_website_report', { website_id: FOREIGN_WEBSITE }],
    code: 'not_found',
    status: 404,
    says: /no such website.*list of websites/,
    async fixed(_problem, agent) {
      const { websites } = await agent.call('list_websites');
      return [['get_website_report', { website_id: websites[0].id }]];
    },
  },
  {
    trap: 'account performance with a website that the token does not cover',
    token: 'agency',
    call: (agent) => ['get_account_performance', { website_ids: [agent.websiteId(SHOP), FOREIGN_WEBSITE] }],
    code: 'not_found',
    status: 404,
    says: /no such website.*list of websites/,
    fixed: () => [['get_account_performance', {}]],
  },
  {
    trap: 'a missing website_id if the token covers several',
    token: 'agency',
    call: () => ['list_experiments', {}],
    code: 'website_id_required',
    status: 400,
    says: /pass website_id.*41 \(“atelier\.example”\).*42 \(“journal\.example”\).*43 \(“popup\.example”\)/,
    fixed: ({ parameter, allowed }) =>
      allowed.map((id: string): Call => ['list_experiments', { [parameter]: Number(id) }]),
  },
  {
    trap: 'a series of a website over more than 92 days',
    token: 'shop',
    call: () => ['get_website_report', { timeframe: 'this_year', group_by: 'month' }],
    code: 'range_too_wide',
    status: 422,
    says: /at most 92 days, or leave out group_by/,
    fixed: ({ detail }) => [
      ['get_website_report', { timeframe: 'last_90_days', group_by: 'month' }],
      ['get_website_report', { timeframe: 'this_year' }],
      ...[...detail.matchAll(/range_start=([\d-]+), range_end=([\d-]+)/g)].map(
        ([, range_start, range_end]): Call => [
          'get_website_report',
          { range_start, range_end, group_by: 'month' },
        ],
      ),
    ],
  },
  {
    trap: 'a series of more than 400 points',
    token: 'shop',
    call: () => ['get_campaign_report', { id: 5_100, ...YEARS, group_by: 'day' }],
    code: 'range_too_wide',
    status: 422,
    says: /at most 400 .*group_by=week fits/,
    fixed: ({ parameter, allowed }) =>
      allowed.map(
        (fitting: string): Call => ['get_campaign_report', { id: 5_100, ...YEARS, [parameter]: fitting }],
      ),
  },
  {
    trap: 'an unknown timeframe',
    token: 'shop',
    call: () => ['get_website_report', { timeframe: 'last_week' }],
    code: 'invalid_timeframe',
    status: 422,
    says: /one of .*last_7_days.*custom/,
    fixed: ({ parameter, allowed }) => [
      ['get_website_report', { [parameter]: findOne(allowed, (word) => word === 'last_7_days') }],
    ],
  },
  {
    trap: 'an unknown sort',
    token: 'shop',
    call: () => ['list_campaigns', { sort: 'orders' }],
    code: 'invalid_sort',
    status: 422,
    says: /one of .*revenue/,
    fixed: ({ parameter, allowed }) =>
      allowed.map((word: string): Call => ['list_campaigns', { [parameter]: word, per_page: 1 }]),
  },
  {
    trap: 'an unknown grouping',
    token: 'shop',
    call: () => ['get_website_report', { group_by: 'hour' }],
    code: 'invalid_group_by',
    status: 422,
    says: /one of day, week/,
    fixed: ({ parameter, allowed }) =>
      allowed.map((word: string): Call => ['get_website_report', { [parameter]: word }]),
  },
  {
    trap: 'a custom timeframe without range_end',
    token: 'shop',
    call: () => ['get_website_report', { timeframe: 'custom', range_start: '2026-11-01' }],
    code: 'invalid_range',
    status: 422,
    says: /range_end is required for a custom range; write it as YYYY-MM-DD/,
    fixed: ({ parameter }) => [
      ['get_website_report', { timeframe: 'custom', range_start: '2026-11-01', [parameter]: '2026-11-14' }],
    ],
  },
  {
    trap: 'half a range without a timeframe',
    token: 'shop',
    call: () => ['get_website_report', { range_end: '2026-11-14' }],
    code: 'invalid_range',
    status: 422,
    says: /range_start is required for a custom range/,
    fixed: ({ parameter }) => [
      ['get_website_report', { range_end: '2026-11-14', [parameter]: '2026-11-01' }],
    ],
  },
  {
    trap: 'a reversed range',
    token: 'shop',
    call: () => [
      'get_website_report',
      { timeframe: 'custom', range_start: '2026-11-14', range_end: '2026-11-01' },
    ],
    code: 'invalid_range',
    status: 422,
    says: /the earlier date comes first/,
    fixed: () => [
      ['get_website_report', { timeframe: 'custom', range_start: '2026-11-01', range_end: '2026-11-14' }],
    ],
  },
  {
    trap: 'an unknown campaign',
    token: 'shop',
    call: () => ['get_campaign_report', { id: NO_CAMPAIGN }],
    code: 'not_found',
    status: 404,
    says: /no such campaign on this website.*list of campaigns/,
    async fixed(_problem, agent) {
      const { data } = await agent.call('list_campaigns', {});
      return [['get_campaign_report', { id: data.campaigns[0].id }]];
    },
  },
  {
    trap: 'a campaign of another website of the token',
    token: 'agency',
    call: (agent) => ['get_campaign_report', { id: 5_100, website_id: agent.websiteId(JOURNAL) }],
    code: 'not_found',
    status: 404,
    says: /no such campaign on this website.*the same website/,
    async fixed(_problem, agent) {
      const website_id = agent.websiteId(SHOP);
      const { data } = await agent.call('list_campaigns', { website_id, per_page: 50 });
      return [['get_campaign_report', { website_id, id: findOne(data.campaigns, named('Checkout')).id }]];
    },
  },
  {
    trap: 'a campaign id where a variant id is expected',
    token: 'shop',
    call: () => ['get_variant_report', { id: 5_101 }],
    code: 'not_found',
    status: 404,
    says: /no such variant on this website.*report of its campaign/,
    async fixed(_problem, agent) {
      const { data } = await agent.call('get_campaign_report', { id: 5_101 });
      return data.variants.map(({ id }: Body): Call => ['get_variant_report', { id }]);
    },
  },
];
