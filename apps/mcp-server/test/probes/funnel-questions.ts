import { SHOP } from '../support/agency/agency-catalog.ts';
import { type Agent, type Arguments, type Body, findOne, named } from '../support/agency/agent.ts';
import { pick, type Probe, SPANS } from './probe.ts';

const checkout = { website: SHOP, campaign: 'Checkout', variation: 'a' };
const quiz = { website: SHOP, campaign: 'Style quiz' };

/** Drills down from the list of campaigns to the report of a variant. */
async function variantReport(
  agent: Agent,
  campaign: string,
  variation: string,
  asked: Arguments,
): Promise<Body> {
  const list = await agent.call('list_campaigns', { per_page: 50, ...asked });
  const { id } = findOne(list.data.campaigns, named(campaign));
  const { data } = await agent.call('get_campaign_report', { id, ...asked });
  const variant = findOne(data.variants, (one) => one.variation === variation);
  return (await agent.call('get_variant_report', { id: variant.id, ...asked })).data;
}

async function stepReport(
  agent: Agent,
  [campaign, variation, position]: [string, string, number],
  asked: Arguments,
) {
  const { funnel_steps } = await variantReport(agent, campaign, variation, asked);
  const { id } = findOne(funnel_steps, (step) => step.position === position);
  return (await agent.call('get_step_report', { id, ...asked })).data;
}

async function elementReport(agent: Agent, step: [string, string, number], type: string, asked: Arguments) {
  const { elements } = await stepReport(agent, step, asked);
  const { id } = findOne(elements, ({ element_type }) => element_type === type);
  return (await agent.call('get_element_report', { id, ...asked })).data;
}

/** Questions about variants, steps and elements. */
export const FUNNEL_QUESTIONS: Probe[] = [
  {
    question: 'Where do people drop off in the checkout?',
    token: 'shop',
    async path(agent) {
      const { funnel_steps } = await variantReport(agent, 'Checkout', 'a', { timeframe: 'this_year' });
      return funnel_steps.map(({ position, metrics }: Body) => ({ position, people: metrics.views }));
    },
    truth: ({ of }) =>
      [1, 2, 3, 4].map((position) => ({
        position,
        people: of({ ...checkout, step: position }, SPANS.thisYear).views,
      })),
  },
  {
    question: 'Which variant of the style quiz wins?',
    token: 'shop',
    async path(agent) {
      const { data } = await agent.call('list_experiments', { timeframe: 'last_90_days', limit: 50 });
      const { variants } = findOne(data.experiments, named('Style quiz'));
      const [best] = variants.toSorted(
        (one: Body, other: Body) => other.metrics.conversion_rate - one.metrics.conversion_rate,
      );
      return {
        best: best.name,
        rates: variants.map(({ metrics }: Body) => pick(metrics, 'views', 'conversion_rate')),
      };
    },
    truth({ of }) {
      const each = ['a', 'b'].map((variation) => of({ ...quiz, variation }, SPANS.last90Days));
      return { best: 'Three questions', rates: each.map((one) => pick(one, 'views', 'conversion_rate')) };
    },
  },
  {
    question: 'How many tests are running?',
    token: 'shop',
    async path(agent) {
      const { experiments } = (await agent.call('list_experiments', { limit: 50 })).data;
      return { tests: experiments.length, newest: experiments[0].campaign_name };
    },
    truth: () => ({ tests: 26, newest: 'Paper guide' }),
  },
  {
    question: 'Which answer was most frequent in the quiz?',
    token: 'shop',
    async path(agent) {
      const asked = { timeframe: 'this_year' };
      const { fields } = await elementReport(agent, ['Style quiz', 'a', 1], 'quiz', asked);
      return fields.map(({ value, count }: Body) => ({ value, count }));
    },
    truth: ({ answers }) => answers({ ...quiz, variation: 'a', step: 1, element: 1 }, SPANS.thisYear),
  },
  {
    question: 'How much did the linen shirt earn last quarter?',
    token: 'shop',
    async path(agent) {
      const { products } = await elementReport(
        agent,
        ['Checkout', 'a', 1],
        'products',
        agent.last('quarter'),
      );
      return pick(
        findOne(products, ({ value }) => value === 'Linen shirt'),
        'orders',
        'revenue',
      );
    },
    truth: ({ product }) => product('Linen shirt', { ...checkout, step: 1, element: 1 }, SPANS.lastQuarter),
  },
  {
    question: 'Which element on the first page of the checkout makes people continue?',
    token: 'shop',
    async path(agent) {
      const { elements } = await stepReport(agent, ['Checkout', 'a', 1], { timeframe: 'last_90_days' });
      return elements.map(({ element_type, metrics }: Body) => ({
        element_type,
        ...pick(metrics, 'views', 'conversions', 'conversion_rate'),
      }));
    },
    truth: ({ of }) =>
      ['products', 'timer'].map((element_type, place) => ({
        element_type,
        ...pick(
          of({ ...checkout, step: 1, element: place + 1 }, SPANS.last90Days),
          'views',
          'conversions',
          'conversion_rate',
        ),
      })),
  },
  {
    question: 'How many people left their e-mail in the short quiz, week by week since the start of October?',
    token: 'shop',
    async path(agent) {
      const asked = { timeframe: 'this_quarter', group_by: 'week' };
      const { points } = (await elementReport(agent, ['Style quiz', 'b', 2], 'form', asked)).timeseries;
      return points.map(({ date, submissions }: Body) => ({ date, submissions }));
    },
    truth: ({ of }) =>
      (
        [
          // The first week starts in September: only its days in October count.
          ['2026-09-28', '2026-10-01', '2026-10-04'],
          ['2026-10-05', '2026-10-05', '2026-10-11'],
          ['2026-10-12', '2026-10-12', '2026-10-18'],
          ['2026-10-19', '2026-10-19', '2026-10-25'],
          ['2026-10-26', '2026-10-26', '2026-11-01'],
          ['2026-11-02', '2026-11-02', '2026-11-08'],
          ['2026-11-09', '2026-11-09', '2026-11-14'],
        ] as const
      ).map(([date, from, to]) => ({
        date,
        ...pick(of({ ...quiz, variation: 'b', step: 2, element: 1 }, [from, to]), 'submissions'),
      })),
  },
];
