import type { AccountBody } from '../bodies.ts';
import { el } from '../html.ts';
import { moneyTotals } from '../money-totals.ts';
import type { Draw } from '../page.ts';
import { barTable } from '../parts/bar-table.ts';
import { numberTable } from '../parts/number-table.ts';
import { changeMark, tiles } from '../parts/tiles.ts';
import { deeper } from '../question.ts';

/**
 * The websites of an account side by side. Revenue may be in several currencies: bars show viewers, and each currency has a
 * total of its own, never the revenue of the aggregate.
 */
export const account: Draw<AccountBody> = ({ data }, { format, open, question, currencies }) => {
  const { aggregate, websites } = data;
  const money = ({ id }: { id: number }, amount: number) => format.money(amount, currencies?.get(id));
  const totals = moneyTotals(websites, currencies);
  const withChange = (text: string, change: number | null) => {
    const mark = changeMark(change, format);
    return el('span', {}, text, mark && ' ', mark);
  };
  const rows = websites.map((row) => ({
    name: row.name,
    value: row.viewers,
    cells: [
      format.count(row.viewers),
      format.percent(row.conversion_rate),
      withChange(money(row, row.revenue), row.revenue_change),
    ],
    open: open && (() => open(deeper(question, 'website', { website_id: row.id }))),
  }));
  const all = websites.map((row) => [
    row.name,
    format.count(row.viewers),
    format.count(row.conversions),
    format.change(row.conversions_change),
    format.percent(row.conversion_rate),
    format.count(row.subscribes),
    format.count(row.orders),
    money(row, row.revenue),
    format.change(row.revenue_change),
    money(row, row.aov),
  ]);
  const head = [
    'Website',
    'Viewers',
    'Conversions',
    'Change',
    'Conversion rate',
    'Subscribes',
    'Orders',
    'Revenue',
    'Change',
    'Average order',
  ];
  return {
    title: 'Account',
    subtitle:
      aggregate.website_count === 1
        ? '1 website'
        : `${format.count(aggregate.website_count)} websites together`,
    parts: [
      tiles(
        [
          { label: 'Viewers', value: format.count(aggregate.viewers) },
          {
            label: 'Conversions',
            value: format.count(aggregate.conversions),
            detail: `${format.percent(aggregate.conversion_rate)} of viewers`,
          },
          {
            label: 'Subscribes',
            value: format.count(aggregate.subscribes),
            detail: `${format.percent(aggregate.subscribe_rate)} of viewers`,
          },
          {
            label: 'Orders',
            value: format.count(aggregate.orders),
            detail: `${format.percent(aggregate.order_rate)} of viewers`,
          },
          ...totals.map(({ currency, revenue, aov }) => ({
            label: totals.length > 1 ? `Revenue in ${currency}` : 'Revenue',
            value: format.money(revenue, currency),
            detail: `${format.money(aov, currency)} per order`,
          })),
        ],
        format,
      ),
      barTable({
        caption: 'Websites and their viewers',
        head: ['Website', 'Viewers', 'Conversion rate', 'Revenue'],
        rows,
      }),
      numberTable('All numbers', head, all),
    ],
  };
};
