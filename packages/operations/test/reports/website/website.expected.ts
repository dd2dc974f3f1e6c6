import type { ExpectedReport } from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = {
  tool: 'get_website_report',
  report: 'website',
  hasSeries: true,
  expect: ({ website_id }) => ({
    want: [{ level: 'website', subject: website_id }],
    shape: ({ metrics, timeseries }) => ({
      metrics: metrics('website', website_id, ['submissions']),
      ...timeseries,
    }),
  }),
};
