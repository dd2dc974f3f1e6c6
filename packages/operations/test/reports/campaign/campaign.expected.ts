import { CAMPAIGNS } from '../../support/catalog.ts';
import {
  byLetter,
  campaignsOf,
  type ExpectedReport,
  idsOf,
  missing,
  of,
  variantRow,
} from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'get_campaign_report',
  report: 'campaign',
  ids: (websiteId) => idsOf(campaignsOf(websiteId)),
  hasSeries: true,
  expect({ id }) {
    const { name, cta_type, status, variants } = CAMPAIGNS.find((one) => one.id === id) ?? missing(id);
    return {
      want: [...of('campaign', [{ id: Number(id) }]), ...of('variant', variants)],
      shape: (numbers) => ({
        id,
        name,
        cta_type,
        status,
        metrics: numbers.metrics('campaign', Number(id)),
        ...numbers.timeseries,
        variants: byLetter(variants).map((variant) => variantRow(numbers, variant)),
      }),
    };
  },
};
