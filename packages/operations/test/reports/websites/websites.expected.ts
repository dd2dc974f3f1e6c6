import type { ExpectedReport } from '../../support/expected-parts.ts';

/** How the suites ask for the report, and what they expect. */
export const expected: ExpectedReport = { tool: 'list_websites', report: 'websites' };
