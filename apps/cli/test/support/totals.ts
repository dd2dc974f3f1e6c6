import type { TestDatabase } from '@funnel/testing';

/** What the websites of a database have in total. */
export async function totalsOf({
  database,
}: TestDatabase): Promise<{ views: number; orders: number; revenue: string }> {
  const [row] = await database.sql<{ views: number; orders: number; revenue: string }[]>`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::text as revenue
    from rollups where level = 'website' and grain = 'day'`;
  return row ?? { views: 0, orders: 0, revenue: '0' };
}
