import type { ExpectedReport } from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = { tool: 'get_website_insights', report: 'website_insights' };
