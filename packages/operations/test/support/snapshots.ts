import type { Database } from '@funnel/db';
import { CAMPAIGNS } from './catalog.ts';
import { frozen, INSIGHTS_WEEK } from './expected.ts';
import type { Level } from './recount.ts';

export interface FrozenMetrics {
  website_id: number;
  level: Level;
  subject_id: number;
  views?: number;
  conversions?: number;
  subscribes?: number;
  orders?: number;
  revenue?: string;
}

export async function insertSnapshot(
  database: Database,
  snapshot: { websiteId: number; week: string; viewers?: number; revenue?: string; items?: string[] },
): Promise<void> {
  const { websiteId, week, viewers = 0, revenue = '0', items = [] } = snapshot;
  await database.sql`
    insert into insights_snapshots (website_id, week, viewers, revenue, recommendations)
    values (${websiteId}, ${week}::text::date, ${viewers}, ${revenue}, ${JSON.stringify(items)}::text::jsonb)`;
}

export async function insertFrozen(
  database: Database,
  week: string,
  rows: readonly FrozenMetrics[],
): Promise<void> {
  const complete = rows.map((row) => ({
    week,
    views: 0,
    conversions: 0,
    completions: 0,
    submissions: 0,
    subscribes: 0,
    orders: 0,
    revenue: '0',
    ...row,
  }));
  await database.sql`insert into insights_metrics
    select * from json_populate_recordset(null::insights_metrics, ${JSON.stringify(complete)}::text::json)`;
}

/** Inserts the snapshot that `frozen` describes, and an older one that no answer may use. */
export async function insertSnapshots(database: Database, websiteId: number): Promise<void> {
  const campaigns = CAMPAIGNS.filter((campaign) => campaign.website_id === websiteId);
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const subjects: [Level, { id: number }[]][] = [
    ['website', [{ id: websiteId }]],
    ['campaign', campaigns],
    ['variant', variants],
    ['step', steps],
    ['element', steps.flatMap((step) => step.elements)],
  ];
  const rows = subjects.flatMap(([level, all]) =>
    all.flatMap(({ id }) => {
      const counts = frozen(websiteId, level, id);
      if (!counts) return [];
      const { cents, views, ...others } = counts;
      const revenue = (Number(cents) / 100).toFixed(2);
      return [
        {
          website_id: websiteId,
          level,
          subject_id: id,
          views: level === 'element' ? 0 : views,
          ...others,
          revenue,
        },
      ];
    }),
  );
  await insertFrozen(database, INSIGHTS_WEEK, rows);
  await insertFrozen(
    database,
    '2026-10-26',
    rows.map((row) => ({ ...row, views: row.views + 1000 })),
  );
  for (const week of [INSIGHTS_WEEK, '2026-10-26']) {
    const items = [`The week of ${week}`, 'Try a shorter form.'];
    await insertSnapshot(database, { websiteId, week, viewers: 77, revenue: '1234.50', items });
  }
}
