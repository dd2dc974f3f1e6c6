import type { ReportBodies } from '../../generated/reports.ts';
import { changeText, newText } from '../texts/compared-text.ts';
import { el } from '../browser/html.ts';
import { moneyTotals } from '../texts/money-totals.ts';
import type { Draw, DrawContext } from '../context/draw.ts';
import { attentionList } from '../parts/attention-list.ts';
import { alarmBadge } from '../parts/badge.ts';
import { barTable, TREND } from '../parts/bar-table.ts';
import { earlierEvents, firstSteps, silentWebsites } from '../parts/first-steps.ts';
import { numberTable } from '../parts/number-table.ts';
import { searched } from '../parts/search.ts';
import { trendOf } from '../parts/sparkline.ts';
import { changeMark, comparedDays, comparisonOf } from '../parts/change-mark.ts';
import { tiles } from '../parts/tiles.ts';
import { deeper } from '../questions/question.ts';
import type { TableCell } from '../tables/csv.ts';

type Row = ReportBodies['account_performance']['data']['websites'][number];

/** Fewer are seen at a glance. */
const MIN_SEARCHED = 9;

/**
 * The websites of an account side by side, those that need attention first. Revenue may be in several currencies: bars show viewers, and
 * each currency has a total of its own, never the revenue of the aggregate.
 */
export const account: Draw<'account_performance'> = ({ data }, context) => {
  const { format, question, link, extras } = context;
  const { aggregate, websites } = data;
  const currencies = new Map(Object.entries(extras.currencies ?? {}).map(([id, code]) => [Number(id), code]));
  const money = ({ id }: Row, amount: number) => format.money(amount, currencies.get(id));
  const alarms = alarmsOf(context);
  const ordered = [...websites].sort(
    (one, other) => Number(alarms.has(other.id)) - Number(alarms.has(one.id)) || other.viewers - one.viewers,
  );
  const comparison = comparisonOf(context);
  const withChange = ({ id }: Row, metric: string, beside: string, write: (value: number) => string) => {
    const changed = comparison?.parts?.[id];
    const mark = changed && changeMark(changed, { metric, beside, format, write });
    return el('span', {}, beside, mark && ' ', mark);
  };
  const rows = ordered.map((row) => {
    const alarm = alarms.get(row.id);
    const since = comparison?.parts?.[row.id]?.new_since;
    const said = [
      ...(alarm === undefined ? [] : [alarmBadge('Broken', alarm), ' ']),
      ...(since === undefined ? [] : [newText(since, format)]),
    ];
    const ofRow = (amount: number) => money(row, amount);
    return {
      name: link(row.name, deeper(question, 'website', { website_id: row.id })),
      detail: said.length > 0 ? el('span', {}, ...said) : undefined,
      value: row.viewers,
      cells: [
        ...(extras.trends ? [trendOf(row.id, extras.trends)] : []),
        format.count(row.viewers),
        withChange(row, 'conversions', format.count(row.conversions), format.count),
        format.percent(row.conversion_rate),
        withChange(row, 'revenue', ofRow(row.revenue), ofRow),
      ],
    };
  });
  const table = barTable({
    caption: 'Websites and their viewers',
    head: ['Website', ...(extras.trends ? [TREND] : []), 'Viewers', 'Conversions', 'Rate', 'Revenue'],
    spare: 'Rate',
    rows,
  });
  return {
    title: 'Overview',
    subtitle:
      aggregate.website_count === 1
        ? '1 website'
        : `${format.count(aggregate.website_count)} websites together`,
    parts: [
      ...firstSteps(websites, context),
      ...(aggregate.viewers === 0 ? earlierEvents(websites, context) : []),
      ...attentionList(context),
      totals(data, currencies, context),
      ...(rows.length >= MIN_SEARCHED ? searched(table, 'Find a website') : [table]),
      ...comparedDays(comparison, format, 'websites'),
      ...silentWebsites(websites, context),
      allNumbers(ordered, context, money),
    ],
  };
};

function alarmsOf({ extras }: DrawContext): Map<number, string> {
  const alarms = new Map<number, string>();
  for (const { website_id: id, name, text } of extras.attention ?? [])
    alarms.set(id, [alarms.get(id), `${name}: ${text}`].filter(Boolean).join(' '));
  return alarms;
}

function totals(
  { aggregate, websites }: ReportBodies['account_performance']['data'],
  currencies: ReadonlyMap<number, string>,
  { format }: DrawContext,
): HTMLElement {
  const sums = moneyTotals(websites, currencies);
  const share = (rate: number) => `${format.percent(rate)} rate`;
  return tiles([
    { label: 'Viewers', value: format.count(aggregate.viewers) },
    {
      label: 'Conversions',
      value: format.count(aggregate.conversions),
      detail: share(aggregate.conversion_rate),
    },
    {
      label: 'Subscribes',
      value: format.count(aggregate.subscribes),
      detail: share(aggregate.subscribe_rate),
    },
    { label: 'Orders', value: format.count(aggregate.orders), detail: share(aggregate.order_rate) },
    ...sums.map(({ currency, revenue, aov }) => ({
      label: sums.length > 1 ? `Revenue in ${currency}` : 'Revenue',
      value: format.money(revenue, currency),
      detail: aov > 0 ? `${format.money(aov, currency)} per order` : undefined,
    })),
  ]);
}

function allNumbers(
  websites: readonly Row[],
  { format, extras }: DrawContext,
  money: (row: Row, amount: number) => string,
): HTMLElement {
  const count = (value: number) => ({ text: format.count(value), value });
  const change = ({ id }: Row, metric: string, write: (value: number) => string) => {
    const changed = extras.comparison?.parts?.[id];
    const text = changed && changeText(changed, { metric, format, write });
    return { text: text ?? format.change(null), value: changed?.changes[metric] ?? '' };
  };
  const columns: readonly (readonly [head: string, cell: (row: Row) => TableCell])[] = [
    ['Website', ({ name }) => name],
    ['Viewers', ({ viewers }) => count(viewers)],
    ['Conversions', ({ conversions }) => count(conversions)],
    ['Change of conversions', (row) => change(row, 'conversions', format.count)],
    ['Conversion rate', ({ conversion_rate: rate }) => ({ text: format.percent(rate), value: rate })],
    ['Subscribes', ({ subscribes }) => count(subscribes)],
    ['Orders', ({ orders }) => count(orders)],
    ['Revenue', (row) => ({ text: money(row, row.revenue), value: row.revenue })],
    ['Change of revenue', (row) => change(row, 'revenue', (amount) => money(row, amount))],
    ['Average order', (row) => ({ text: money(row, row.aov), value: row.aov })],
  ];
  return numberTable(
    'All numbers',
    columns.map(([head]) => head),
    websites.map((row) => columns.map(([, cell]) => cell(row))),
  );
}
