import { type Campaign, CAMPAIGNS } from '../../support/catalog.ts';
import { type ExpectedReport, type Numbers, of } from '../../support/expected-parts.ts';
import type { Recounted } from '../../support/recount.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'list_campaigns',
  report: 'campaigns',
  expect({ website_id, sort = 'created_at' }) {
    const campaigns = CAMPAIGNS.filter((campaign) => campaign.website_id === website_id);
    return {
      want: of('campaign', campaigns),
      shape: ({ metrics, current }) => ({
        campaigns: campaigns
          .toSorted((one, other) => compareCampaigns(sort, one, other, current))
          .map(({ id, name, cta_type, status }) => ({
            id,
            name,
            cta_type,
            status,
            metrics: metrics('campaign', id),
          })),
        pagination: { page: 1, per_page: 25, total_entries: 4, total_pages: 1 },
      }),
    };
  },
};

/** Sorts descending by exact values: fractions are compared by cross multiplication. */
function compareCampaigns(sort: string, one: Campaign, other: Campaign, current: Numbers['current']): number {
  const [a, b] = [current('campaign', one.id), current('campaign', other.id)];
  const fraction = ({ views, conversions, completions, orders, cents }: Recounted): [bigint, bigint] => {
    if (sort === 'conversion_rate') return [BigInt(conversions), BigInt(views)];
    if (sort === 'completion_rate') return [BigInt(completions), BigInt(views)];
    if (sort === 'aov') return [cents, BigInt(orders)];
    return [
      {
        views: BigInt(views),
        conversions: BigInt(conversions),
        completions: BigInt(completions),
        revenue: cents,
      }[sort] ?? 0n,
      1n,
    ];
  };
  const whole = ([n, d]: [bigint, bigint]): [bigint, bigint] => (d === 0n ? [0n, 1n] : [n, d]);
  if (sort === 'created_at' || sort === 'published_at') {
    const [x, y] = [one[sort] ?? '', other[sort] ?? ''];
    return x === y ? other.id - one.id : x < y ? 1 : -1;
  }
  const [[n, d], [m, e]] = [whole(fraction(a)), whole(fraction(b))];
  return n * e === m * d ? other.id - one.id : n * e < m * d ? 1 : -1;
}
