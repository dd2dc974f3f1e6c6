import type { Database } from '@funnel/db';

/** A raw event of a website or of a campaign. */
export interface SmallEvent {
  event_id: string;
  type: string;
  website_id: number;
  campaign_id?: number;
  visitor_token: string;
  occurred_at: string;
  revenue?: number;
}

/** Website, level, subject, grain and bucket. The first letter stands for a level or a grain, as in the database. */
type Line = Record<string, unknown> & { key: string };

/** What the rollups of these events must be, counted one by one; shares no code with the service. */
export function recountRollups(events: readonly SmallEvent[]): Line[] {
  const groups = new Map<string, SmallEvent[]>();
  const once = new Map(events.map((event) => [event.event_id, event]));
  for (const event of once.values())
    for (const subject of [`w ${event.website_id}`, ...(event.campaign_id ? [`c ${event.campaign_id}`] : [])])
      for (const bucket of [
        `d ${event.occurred_at.slice(0, 10)}`,
        `y ${event.occurred_at.slice(0, 4)}-01-01`,
      ]) {
        const key = `${event.website_id} ${subject} ${bucket}`;
        groups.set(key, [...(groups.get(key) ?? []), event]);
      }
  const lines = [...groups].map(([key, group]) => {
    const of = (type: string) => group.filter((event) => event.type === type);
    const visitors = (type: string) => new Set(of(type).map((event) => event.visitor_token)).size;
    const cents = of('order').reduce((sum, { revenue = 0 }) => sum + Math.round(revenue * 100), 0);
    return {
      key,
      views: of('view').length,
      conversions: of('conversion').length,
      completions: of('completion').length,
      submissions: of('submission').length,
      subscribes: of('subscribe').length,
      orders: of('order').length,
      revenue: (cents / 100).toFixed(2),
      view_visitors: visitors('view'),
      conversion_visitors: visitors('conversion'),
    };
  });
  return byKey(lines);
}

/** The same from the database. */
export async function storedRollups({ sql }: Database): Promise<Line[]> {
  const rows = await sql`
    select concat_ws(' ', website_id, level, subject_id, grain, bucket) as key,
      views::int, conversions::int, completions::int, submissions::int, subscribes::int, orders::int,
      revenue::numeric(20, 2)::text as revenue,
      coalesce(views_visitors, 0)::int as view_visitors, coalesce(conversions_visitors, 0)::int as conversion_visitors
    from rollups where level in ('website', 'campaign') and grain in ('day', 'year')`;
  return byKey(rows.map((row) => ({ ...row, key: String(row['key']) })));
}

function byKey(lines: Line[]): Line[] {
  return lines.sort((one, other) => (one.key < other.key ? -1 : 1));
}
