import type { Body } from '../answers/bodies.ts';
import { button, el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';
import { between, changed, inWindow } from '../questions/question.ts';

const CUSTOM = 'custom';
const WINDOWS: readonly (readonly [string, string])[] = [
  ['today', 'Today'],
  ['last_7_days', 'Last 7 days'],
  ['last_30_days', 'Last 30 days'],
  ['last_90_days', 'Last 90 days'],
  ['last_365_days', 'Last 365 days'],
  ['this_week', 'This week'],
  ['this_month', 'This month'],
  ['this_quarter', 'This quarter'],
  ['this_year', 'This year'],
  ['all_time', 'All time'],
];
const OTHERS: Readonly<Record<string, string>> = {
  last_24_hours: 'Last 24 hours',
  insights_week: 'Insights week',
};
const CHOSEN = [CUSTOM, 'Chosen days …'] as const;
/** A year of two digits is a mistake. */
const LIMITS = { required: true, min: '2000-01-01', max: '2099-12-31' };
/** Reports that are always compared have no choice. */
const COMPARED = ['website', 'campaigns', 'campaign', 'variant', 'step', 'element'];

/** The days of a report, a choice of others, and whether they are compared. */
export function windowPicker(body: Body, { format, open, question }: DrawContext): Node[] {
  if (!('timeframe' in body) || !body.timeframe) return [];
  const { selected, range_start: start, range_end: end } = body.timeframe;
  const days = el('span', { class: 'days' }, format.days(start, end));
  if (!open) return [days];
  const other = OTHERS[selected];
  const options = [...(other === undefined ? [] : [[selected, other] as const]), ...WINDOWS, CHOSEN];
  const chooser = dayChooser([start.slice(0, 10), end.slice(0, 10)], (from, to) =>
    open(between(question, from, to)),
  );
  chooser.hidden = selected !== CUSTOM;
  const select = el(
    'select',
    {
      'aria-label': 'Days of the report',
      change: () => {
        if (select.value !== CUSTOM) return open(inWindow(question, select.value));
        chooser.hidden = false;
        chooser.querySelector('input')?.focus();
      },
    },
    ...options.map(([value, text]) => el('option', { value, selected: value === selected }, text)),
  );
  return [
    select,
    chooser,
    days,
    ...(COMPARED.includes(body.report)
      ? [comparison(question, open, { report: body.report, selected })]
      : []),
  ];
}

function dayChooser([start, end]: [string, string], choose: (from: string, to: string) => void): HTMLElement {
  const [from, to] = [
    el('input', { type: 'date', 'aria-label': 'First day', value: start, ...LIMITS }),
    el('input', { type: 'date', 'aria-label': 'Last day', value: end, ...LIMITS }),
  ];
  const apply = () => {
    if (!from.reportValidity() || !to.reportValidity()) return;
    // The order in which somebody chose them does not matter.
    const [first = '', last = ''] = [from.value, to.value].toSorted();
    choose(first, last);
  };
  const enter = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Enter') apply();
  };
  for (const input of [from, to]) input.addEventListener('keydown', enter);
  return el('span', { class: 'chooser' }, from, '–', to, button('Show', apply));
}

/** A list is compared if it was asked to be, a report about one thing unless it was asked not to be. */
function comparison(
  question: DrawContext['question'],
  open: NonNullable<DrawContext['open']>,
  { report, selected }: { report: string; selected: string },
): Node {
  const isUsual = report !== 'campaigns';
  const isPossible = selected !== 'all_time';
  const asked = question.args['previous_period'];
  const box = el('input', {
    type: 'checkbox',
    checked: isPossible && (isUsual ? asked !== false : asked === true),
    disabled: !isPossible,
    change: () =>
      open(changed(question, { previous_period: box.checked === isUsual ? undefined : box.checked })),
  });
  return el('label', { class: 'comparison' }, box, ' Compare');
}
