import type { InsightsBody } from '../bodies.ts';
import { el, opener } from '../html.ts';
import type { Draw } from '../page.ts';
import { tiles } from '../parts/tiles.ts';

const SIX_DAYS_MS = 6 * 86_400_000;

/** The recommendations of a week. */
export const insights: Draw<InsightsBody> = ({ website, data }, { format, open }) => {
  const { revenue, viewers } = data.performance_snapshot.performance;
  const sunday = new Date(Date.parse(data.week) + SIX_DAYS_MS).toISOString();
  const week = { tool: 'get_website_report', args: { website_id: website.id, timeframe: 'insights_week' } };
  return {
    title: 'Insights of the week',
    subtitle: `${format.days(data.week, sunday)} · ${website.name}`,
    parts: [
      tiles(
        [
          { label: 'Viewers', value: format.count(viewers) },
          { label: 'Revenue', value: format.money(revenue) },
        ],
        format,
      ),
      el('ol', { class: 'insights' }, ...data.ai_recommendations.items.map((item) => el('li', {}, item))),
      ...(open
        ? [
            el(
              'nav',
              { 'aria-label': 'More' },
              opener('Report of this week', () => open(week)),
            ),
          ]
        : []),
    ],
  };
};
