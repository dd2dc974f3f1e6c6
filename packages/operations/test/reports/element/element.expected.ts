import {
  type ExpectedReport,
  idsOf,
  missing,
  of,
  stepsOf,
  variantsOf,
} from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'get_element_report',
  report: 'element',
  ids: (websiteId) => idsOf(stepsOf(websiteId).flatMap(({ elements }) => elements)),
  hasSeries: true,
  expect({ id, website_id }) {
    const steps = variantsOf(website_id).flatMap((variant) => variant.steps);
    const element = steps.flatMap(({ elements }) => elements).find((one) => one.id === id) ?? missing(id);
    return {
      want: of('element', [element]),
      shape: async (numbers) => ({
        ...element,
        metrics: numbers.metrics('element', element.id),
        ...numbers.timeseries,
        fields: await numbers.fields(element.id),
        products: await numbers.products(element.id),
      }),
    };
  },
};
