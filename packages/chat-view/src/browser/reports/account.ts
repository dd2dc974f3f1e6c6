import type { AccountBody } from '../bodies.ts';
import { el } from '../html.ts';
import type { Draw } from '../page.ts';
import { barTable } from '../parts/bar-table.ts';
import { numberTable } from '../parts/number-table.ts';
import { changeMark, tiles } from '../parts/tiles.ts';
import { deeper } from '../question.ts';

/** The websites of an account side by side. Bars show viewers: revenue may be in several currencies. */
export const account: Draw<AccountBody> = ({ data }, { format, open, question }) => {
  const { aggregate, websites } = data;
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
      withChange(format.money(row.revenue), row.revenue_change),
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
    format.money(row.revenue),
    format.change(row.revenue_change),
    format.money(row.aov),
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
          {
            label: 'Revenue',
            value: format.money(aggregate.revenue),
            detail: `${format.money(aggregate.aov)} per order`,
          },
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
