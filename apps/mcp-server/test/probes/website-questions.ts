import { JOURNAL, POP_UP, SHOP } from '../support/agency/agency-catalog.ts';
import { type Body, findOne, named } from '../support/agency/agent.ts';
import { changeOf } from '../support/agency/recount.ts';
import { daysOf, pick, type Probe, SPANS } from './probe.ts';

const shop = { website: SHOP };

/** Questions about whole websites. */
export const WEBSITE_QUESTIONS: Probe[] = [
  {
    question: 'How many people saw our site last week, compared with the week before?',
    token: 'shop',
    async path(agent) {
      const asked = { ...agent.last('week'), previous_period: true };
      const { metrics } = (await agent.call('get_website_report', asked)).data;
      return { people: metrics.views, before: metrics.previous.views, change: metrics.changes.views };
    },
    truth({ of }) {
      const [now, before] = [of(shop, SPANS.lastWeek).views, of(shop, SPANS.weekBefore).views];
      return { people: now, before, change: changeOf(now, before) };
    },
  },
  {
    question: 'What have we earned so far this month, and how much is an average order?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_report', { timeframe: 'this_month' });
      return pick(data.metrics, 'orders', 'revenue', 'aov');
    },
    truth: ({ of }) => pick(of(shop, SPANS.thisMonth), 'orders', 'revenue', 'aov'),
  },
  {
    question: 'How many people came on each day of last week?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_report', { ...agent.last('week'), group_by: 'day' });
      return data.timeseries.points.map(({ date, views }: Body) => ({ date, views }));
    },
    truth: ({ of }) => daysOf(SPANS.lastWeek).map((date) => ({ date, views: of(shop, [date, date]).views })),
  },
  {
    question: 'How often were our campaigns shown in the last 30 days, counting every view?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_report', { count_type: 'total' });
      return pick(data.metrics, 'views', 'conversions', 'completions');
    },
    truth: ({ of }) => pick(of(shop, SPANS.last30Days, 'total'), 'views', 'conversions', 'completions'),
  },
  {
    question: 'How does revenue develop month by month this quarter?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_report', {
        timeframe: 'this_quarter',
        group_by: 'month',
      });
      return data.timeseries.points.map(({ date, revenue }: Body) => ({ date, revenue }));
    },
    truth: ({ of }) => [
      { date: '2026-10-01', revenue: of(shop, SPANS.lastMonth).revenue },
      { date: '2026-11-01', revenue: of(shop, SPANS.thisMonth).revenue },
    ],
  },
  {
    question: 'How many subscribers did we gain this year, and what share of the visitors is that?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_report', { timeframe: 'this_year' });
      return pick(data.metrics, 'subscribes', 'subscribe_rate');
    },
    truth: ({ of }) => pick(of(shop, SPANS.thisYear), 'subscribes', 'subscribe_rate'),
  },
  {
    question: 'Is anything going on today?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_report', { timeframe: 'today' });
      return pick(data.metrics, 'views', 'conversions', 'orders', 'revenue');
    },
    truth: ({ of }) => pick(of(shop, SPANS.today), 'views', 'conversions', 'orders', 'revenue'),
  },
  {
    question: 'What does the weekly snapshot say, and do its numbers agree with the report of that week?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('get_website_insights');
      const report = await agent.call('get_website_report', { timeframe: 'insights_week' });
      const { viewers, revenue } = data.performance_snapshot.performance;
      return { week: data.week, viewers, revenue, reported: pick(report.data.metrics, 'views', 'revenue') };
    },
    truth({ of }) {
      const { views, revenue } = of(shop, SPANS.lastWeek);
      return { week: '2026-11-02', viewers: views, revenue, reported: { views, revenue } };
    },
  },
  {
    question: 'How did all my websites do this year?',
    token: 'agency',
    async path(agent) {
      const { data } = await agent.call('get_account_performance', { timeframe: 'this_year' });
      return {
        revenue: data.aggregate.revenue,
        viewers: data.aggregate.viewers,
        byWebsite: Object.fromEntries(data.websites.map(({ name, revenue }: Body) => [name, revenue])),
      };
    },
    truth({ of }) {
      const each = [SHOP, JOURNAL, POP_UP].map((website) => ({
        website,
        ...of({ website }, SPANS.thisYear),
      }));
      const sum = (name: 'revenue' | 'views') =>
        each.reduce((all, one) => all + Math.round(one[name] * 100), 0);
      return {
        revenue: sum('revenue') / 100,
        viewers: sum('views') / 100,
        byWebsite: Object.fromEntries(each.map(({ website, revenue }) => [website, revenue])),
      };
    },
  },
  {
    question: 'Which of my websites earned the most last quarter, and how did its revenue change?',
    token: 'agency',
    async path(agent) {
      const { data } = await agent.call('get_account_performance', agent.last('quarter'));
      return pick(data.websites[0], 'name', 'revenue', 'revenue_change');
    },
    truth({ of }) {
      const revenueOf = (website: string) => of({ website }, SPANS.lastQuarter).revenue;
      const name = [SHOP, JOURNAL, POP_UP].reduce((best, website) =>
        revenueOf(website) > revenueOf(best) ? website : best,
      );
      const [revenue, before] = [revenueOf(name), of({ website: name }, SPANS.beforeLastQuarter).revenue];
      return { name, revenue, revenue_change: changeOf(revenue, before) };
    },
  },
  {
    question: 'How did the journal and the pop-up shop do together in the last 30 days?',
    token: 'agency',
    async path(agent) {
      const { websites } = await agent.call('list_websites');
      const website_ids = [JOURNAL, POP_UP].map((name) => findOne(websites, named(name)).id);
      const { data } = await agent.call('get_account_performance', { website_ids });
      return pick(data.aggregate, 'website_count', 'viewers', 'conversions', 'revenue');
    },
    truth({ of }) {
      const [one, other] = [JOURNAL, POP_UP].map((website) => of({ website }, SPANS.last30Days));
      return {
        website_count: 2,
        viewers: (one?.views ?? 0) + (other?.views ?? 0),
        conversions: (one?.conversions ?? 0) + (other?.conversions ?? 0),
        revenue: Math.round(100 * ((one?.revenue ?? 0) + (other?.revenue ?? 0))) / 100,
      };
    },
  },
];
