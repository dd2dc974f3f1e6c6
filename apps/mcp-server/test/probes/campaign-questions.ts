import { JOURNAL, POP_UP, SHOP } from '../support/agency/agency-catalog.ts';
import { type Agent, type Body, findOne, named } from '../support/agency/agent.ts';
import { campaignNames, changeOf, type Recount, type Span } from '../support/agency/recount.ts';
import { pick, type Probe, SPANS } from './probe.ts';

/** Finds the id of a campaign in the list. */
async function campaignId(agent: Agent, name: string): Promise<number> {
  const { data } = await agent.call('list_campaigns', { per_page: 50 });
  return findOne(data.campaigns, named(name)).id;
}

/** The campaigns of the shop, sorted by the metric, highest first. */
function ranked({ of }: Recount, metric: 'revenue' | 'conversion_rate', span: Span) {
  return campaignNames(SHOP)
    .map((name, age) => ({ name, age, value: of({ website: SHOP, campaign: name }, span)[metric] }))
    .sort((one, other) => other.value - one.value || other.age - one.age)
    .map(({ name, value }) => ({ name, [metric]: value }));
}

/** Questions about campaigns. */
export const CAMPAIGN_QUESTIONS: Probe[] = [
  {
    question: 'Which campaign earned the most last month?',
    token: 'shop',
    async path(agent) {
      const asked = { ...agent.last('month'), sort: 'revenue', per_page: 1 };
      const [best] = (await agent.call('list_campaigns', asked)).data.campaigns;
      return { name: best.name, revenue: best.metrics.revenue };
    },
    truth: (recount) => ranked(recount, 'revenue', SPANS.lastMonth)[0],
  },
  {
    question: 'Which three campaigns convert best this quarter?',
    token: 'shop',
    async path(agent) {
      const asked = { timeframe: 'this_quarter', sort: 'conversion_rate', per_page: 3 };
      const { data } = await agent.call('list_campaigns', asked);
      return data.campaigns.map(({ name, metrics }: Body) => ({ name, ...pick(metrics, 'conversion_rate') }));
    },
    truth: (recount) => ranked(recount, 'conversion_rate', SPANS.thisQuarter).slice(0, 3),
  },
  {
    question: 'How many campaigns are live, and how many are archived?',
    token: 'shop',
    async path(agent) {
      const count = async (status: string) =>
        (await agent.call('list_campaigns', { status, per_page: 1 })).data.pagination.total_entries;
      return { live: await count('live'), archived: await count('archived') };
    },
    truth: () => ({ live: campaignNames(SHOP).length - 1, archived: 1 }),
  },
  {
    question:
      'How many people converted in each campaign of the journal and the pop-up shop in the last 90 days?',
    token: 'agency',
    async path(agent) {
      const found = [];
      for (const name of [JOURNAL, POP_UP]) {
        const asked = { website_id: agent.websiteId(name), timeframe: 'last_90_days' };
        const { data } = await agent.call('list_campaigns', asked);
        found.push(
          ...data.campaigns.map((one: Body) => ({ name: one.name, ...pick(one.metrics, 'conversions') })),
        );
      }
      return found;
    },
    truth: ({ of }) =>
      [JOURNAL, POP_UP].flatMap((website) =>
        campaignNames(website).map((campaign) => ({
          name: campaign,
          ...pick(of({ website, campaign }, SPANS.last90Days), 'conversions'),
        })),
      ),
  },
  {
    question: 'How did the newsletter bar do in October, compared with the 31 days before?',
    token: 'shop',
    async path(agent) {
      const id = await campaignId(agent, 'Newsletter bar');
      const asked = { id, ...agent.last('month'), previous_period: true };
      const { metrics } = (await agent.call('get_campaign_report', asked)).data;
      const names = ['views', 'submissions', 'conversion_rate'] as const;
      return [metrics, metrics.previous, metrics.changes].map((block) => pick(block, ...names));
    },
    truth({ of }) {
      const subject = { website: SHOP, campaign: 'Newsletter bar' };
      const [now, before] = [of(subject, SPANS.lastMonth), of(subject, SPANS.beforeLastMonth)];
      const names = ['views', 'submissions', 'conversion_rate'] as const;
      const changes = names.map((name) => [name, changeOf(now[name], before[name])] as const);
      return [pick(now, ...names), pick(before, ...names), Object.fromEntries(changes)];
    },
  },
  {
    question: 'How many orders came from the checkout in each month of the last quarter?',
    token: 'shop',
    async path(agent) {
      const asked = { id: await campaignId(agent, 'Checkout'), ...agent.last('quarter'), group_by: 'month' };
      const { points } = (await agent.call('get_campaign_report', asked)).data.timeseries;
      return points.map(({ date, orders, revenue }: Body) => ({ date, orders, revenue }));
    },
    truth: ({ of }) =>
      (
        [
          ['2026-07-01', '2026-07-31'],
          ['2026-08-01', '2026-08-31'],
          ['2026-09-01', '2026-09-30'],
        ] as const
      ).map((month) => ({
        date: month[0],
        ...pick(of({ website: SHOP, campaign: 'Checkout' }, month), 'orders', 'revenue'),
      })),
  },
  {
    question: 'Which campaigns are the oldest: what is on the last page of the list?',
    token: 'shop',
    async path(agent) {
      const { total_pages: page } = (await agent.call('list_campaigns', { per_page: 10 })).data.pagination;
      const { data } = await agent.call('list_campaigns', { per_page: 10, page });
      return data.campaigns.map(({ name }: Body) => name);
    },
    truth: () => campaignNames(SHOP).toReversed().slice(20),
  },
  {
    question: 'How much did the archived summer sale earn in total?',
    token: 'shop',
    async path(agent) {
      const listed = await agent.call('list_campaigns', { status: 'archived' });
      const { id } = findOne(listed.data.campaigns, named('Summer sale'));
      const { data } = await agent.call('get_campaign_report', { id, timeframe: 'all_time' });
      return { status: data.status, ...pick(data.metrics, 'views', 'orders', 'revenue', 'aov') };
    },
    truth: ({ of }) => ({
      status: 'archived',
      ...pick(
        of({ website: SHOP, campaign: 'Summer sale' }, SPANS.thisYear),
        'views',
        'orders',
        'revenue',
        'aov',
      ),
    }),
  },
];
