import type { ReportBodies } from '../../generated/reports.ts';
import { newText } from '../texts/compared-text.ts';
import { button, el } from '../browser/html.ts';
import { labelOf, metricOf, shown } from '../texts/metrics.ts';
import type { Draw, DrawContext } from '../context/draw.ts';
import { attentionList } from '../parts/attention-list.ts';
import { barTable, TREND } from '../parts/bar-table.ts';
import { alarmBadge } from '../parts/badge.ts';
import { metricsTable } from '../parts/metrics-table.ts';
import { trendOf } from '../parts/sparkline.ts';
import { changeMark, comparedDays, comparisonOf } from '../parts/change-mark.ts';
import { changed, deeper } from '../questions/question.ts';

const SORTS = [
  ['created_at', 'Newest'],
  ['views', 'Viewers'],
  ['conversions', 'Conversions'],
  ['completions', 'Completions'],
  ['conversion_rate', 'Conversion rate'],
  ['completion_rate', 'Completion rate'],
  ['revenue', 'Revenue'],
  ['aov', 'Average order'],
] as const;

type Bar = Exclude<(typeof SORTS)[number][0], 'created_at'>;

/** Campaigns in their order, each with a bar of what they are sorted by. */
export const campaigns: Draw<'campaigns'> = ({ website, data }, context) => {
  const { format, question, link, extras, countType } = context;
  const comparison = comparisonOf(context, false);
  const [bar, label] = barOf(question.args['sort'], countType);
  const rows = data.campaigns.map(({ id, name, cta_type, status, metrics }) => {
    const part = comparison?.parts?.[id];
    const write = (number: number) => shown(bar, number, format);
    const value = write(metrics[bar]);
    const change = part && changeMark(part, { metric: bar, beside: value, format, write });
    const since = part?.new_since;
    const alarm = extras.attention?.find(({ campaign_id: broken }) => broken === id);
    const kind = [
      cta_type,
      ...(status === 'archived' ? [status] : []),
      ...(since === undefined ? [] : [newText(since, format)]),
    ].join(', ');
    return {
      name: link(name, deeper(question, 'campaign', { id, website_id: website.id })),
      detail: alarm ? el('span', {}, `${kind} `, alarmBadge('Broken', alarm.text)) : kind,
      value: metrics[bar],
      cells: [
        ...(extras.trends ? [trendOf(id, extras.trends)] : []),
        el('span', {}, value, change && ' ', change),
        ...(bar === 'conversion_rate' ? [] : [format.percent(metrics.conversion_rate)]),
        ...(bar === 'revenue' ? [] : [format.money(metrics.revenue)]),
      ],
    };
  });
  const head = [
    'Campaign',
    ...(extras.trends ? [TREND] : []),
    label,
    ...(bar === 'conversion_rate' ? [] : ['Conversion rate']),
    ...(bar === 'revenue' ? [] : ['Revenue']),
  ];
  return {
    title: 'Campaigns',
    subtitle: website.name,
    parts: [
      ...attentionList(context),
      ...sorter(context),
      rows.length === 0
        ? el('p', {}, 'No campaigns.')
        : barTable({ caption: `Campaigns by ${label.toLowerCase()}`, head, rows }),
      ...comparedDays(comparison, format, 'campaigns'),
      ...pager(data.pagination, context),
      metricsTable('Campaign', data.campaigns, context),
    ],
  };
};

/** The list has no bar of ages: the newest first shows views. */
function barOf(sort: unknown, countType: unknown): [Bar, string] {
  const [key, label] = SORTS.find(([value]) => value === sort && value !== 'created_at') ?? ['views', ''];
  return [key as Bar, key === 'views' ? labelOf(metricOf('views'), countType) : label];
}

function sorter({ open, question }: DrawContext): Node[] {
  if (!open) return [];
  const chosen = question.args['sort'] ?? 'created_at';
  const select = el(
    'select',
    { change: () => open(changed(question, { sort: select.value, page: undefined })) },
    ...SORTS.map(([value, text]) => el('option', { value, selected: value === chosen }, text)),
  );
  return [el('label', { class: 'sorter' }, 'Sorted by ', select)];
}

function pager(
  { page, total_pages: pages }: ReportBodies['campaigns']['data']['pagination'],
  { open, question }: DrawContext,
): Node[] {
  if (pages < 2) return [];
  const to = (target: number, text: string) =>
    button(text, () => open?.(changed(question, { page: target })), {
      disabled: target < 1 || target > pages,
    });
  const where = el('span', {}, `Page ${page} of ${pages}`);
  return [
    el(
      'nav',
      { 'aria-label': 'Pages' },
      ...(open ? [to(page - 1, 'Previous'), where, to(page + 1, 'Next')] : [where]),
    ),
  ];
}
