import {
  type ExpectedReport,
  idsOf,
  missing,
  of,
  positionOrder,
  variantRow,
  variantsOf,
} from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'get_variant_report',
  report: 'variant',
  ids: (websiteId) => idsOf(variantsOf(websiteId)),
  hasSeries: true,
  expect({ id, website_id }) {
    const variant = variantsOf(website_id).find((one) => one.id === id) ?? missing(id);
    return {
      want: [...of('variant', [variant]), ...of('step', variant.steps)],
      shape: (numbers) => ({
        ...variantRow(numbers, variant),
        ...numbers.timeseries,
        funnel_steps: variant.steps.toSorted(positionOrder).map((step) => ({
          id: step.id,
          position: step.position,
          metrics: numbers.metrics('step', step.id),
        })),
      }),
    };
  },
};
