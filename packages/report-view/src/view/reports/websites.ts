import { el } from '../browser/html.ts';
import type { Draw } from '../context/draw.ts';
import { trendOf } from '../parts/sparkline.ts';
import { columnHead, rowOf, tableOf } from '../parts/table.ts';
import { deeper } from '../questions/question.ts';

export const websites: Draw<'websites'> = ({ websites: list }, { format, open, question, link, extras }) => {
  const { trends } = extras;
  const rows = list.map(({ id, name, account_name: account, created_at: created }) =>
    rowOf(
      [link(name, deeper(question, 'website', { website_id: id }))],
      trends && el('td', {}, trendOf(id, trends)),
      el('td', {}, account),
      el('td', {}, format.days(created, created)),
    ),
  );
  const head = ['Website', ...(trends ? ['Last 30 days'] : []), 'Account', 'Since'];
  const together = link('Compare all websites', deeper(question, 'account_performance', {}));
  return {
    title: 'Websites',
    subtitle: list.length === 1 ? '1 website' : `${format.count(list.length)} websites`,
    parts: [
      tableOf({
        class: 'plain',
        caption: 'Websites',
        isCaptionHidden: true,
        head: head.map((text) => columnHead(text)),
        rows,
      }),
      ...(open && list.length > 1 ? [el('nav', { 'aria-label': 'More' }, together)] : []),
    ],
  };
};
