import { type Campaign, CAMPAIGNS } from '../../support/catalog.ts';
import { byLetter, type ExpectedReport, of, variantRow } from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'list_experiments',
  report: 'experiments',
  expect({ website_id }) {
    const running = (campaign: Campaign) =>
      campaign.variants.filter(({ traffic_percentage }) => traffic_percentage > 0);
    const experiments = CAMPAIGNS.filter(
      (campaign) =>
        campaign.website_id === website_id && campaign.status === 'live' && running(campaign).length >= 2,
    ).toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
    return {
      want: of(
        'variant',
        experiments.flatMap(({ variants }) => variants),
      ),
      shape: (numbers) => ({
        experiments: experiments.map((campaign) => ({
          campaign_id: campaign.id,
          campaign_name: campaign.name,
          cta_type: campaign.cta_type,
          variants: byLetter(running(campaign)).map((variant) => variantRow(numbers, variant)),
        })),
      }),
    };
  },
};
