import {
  type ExpectedReport,
  idsOf,
  missing,
  of,
  positionOrder,
  stepsOf,
  variantsOf,
} from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'get_step_report',
  report: 'step',
  ids: (websiteId) => idsOf(stepsOf(websiteId)),
  hasSeries: true,
  expect({ id, website_id }) {
    const steps = variantsOf(website_id).flatMap((variant) => variant.steps);
    const step = steps.find((one) => one.id === id) ?? missing(id);
    return {
      want: [...of('step', [step]), ...of('element', step.elements)],
      shape: (numbers) => ({
        id,
        position: step.position,
        metrics: numbers.metrics('step', step.id),
        ...numbers.timeseries,
        elements: step.elements.toSorted(positionOrder).map((element) => ({
          ...element,
          metrics: numbers.metrics('element', element.id),
        })),
      }),
    };
  },
};
