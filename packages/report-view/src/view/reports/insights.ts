import { REPORTS } from '../../generated/reports.ts';
import { el } from '../browser/html.ts';
import { mentions, spaced } from '../texts/mentions.ts';
import type { Draw, DrawContext } from '../context/draw.ts';
import { tiles } from '../parts/tiles.ts';

const SIX_DAYS_MS = 6 * 86_400_000;

export const insights: Draw<'website_insights'> = ({ website, data }, context) => {
  const { format, open, link, weeks = [] } = context;
  const { revenue, viewers } = data.performance_snapshot.performance;
  const sunday = new Date(Date.parse(data.week) + SIX_DAYS_MS).toISOString();
  const week = { tool: REPORTS.website.tool, args: { website_id: website.id, timeframe: 'insights_week' } };
  return {
    title:
      weeks.length > 0 && data.week !== weeks[0] ? 'Insights of an earlier week' : 'Insights of the week',
    subtitle: `${format.days(data.week, sunday)} · ${website.name}`,
    parts: [
      ...weekPicker(data.week, website.id, context),
      tiles([
        { label: 'Viewers', value: format.count(viewers) },
        { label: 'Revenue', value: format.money(revenue) },
      ]),
      el(
        'ol',
        { class: 'insights' },
        ...data.ai_recommendations.items.map((item) => el('li', {}, ...linked(item, website.id, context))),
      ),
      ...(open ? [el('nav', { 'aria-label': 'More' }, link('Report of this week', week))] : []),
    ],
  };
};

function weekPicker(week: string, websiteId: number, { weeks = [], open, format }: DrawContext): Node[] {
  if (weeks.length < 2 || !open) return [];
  const all = weeks.includes(week) ? weeks : [week, ...weeks];
  const select = el(
    'select',
    {
      'aria-label': 'Week of the insights',
      change: () =>
        open({
          tool: REPORTS.website_insights.tool,
          args: { website_id: websiteId, ...(select.value !== all[0] && { week: select.value }) },
        }),
    },
    ...all.map((one) =>
      el('option', { value: one, selected: one === week }, `Week of ${format.days(one, one)}`),
    ),
  );
  return [el('p', { class: 'weeks' }, select)];
}

/** A text in which the campaigns that it names are links. */
function linked(
  text: string,
  websiteId: number,
  { campaigns = [], link, question }: DrawContext,
): (string | Node)[] {
  return mentions(spaced(text), campaigns).map((part) => {
    if (typeof part === 'string') return part;
    const args = {
      ...(question.args['count_type'] !== undefined && { count_type: question.args['count_type'] }),
    };
    return link(part.text, {
      tool: REPORTS.campaign.tool,
      args: { ...args, website_id: websiteId, id: part.id, timeframe: 'insights_week' },
    });
  });
}
