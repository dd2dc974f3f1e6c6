import Sequencer from '@jest/test-sequencer';

/** The suites that take longest. A clone has no times of earlier runs, so Jest would start the largest files first. */
const LONGEST = [
  'infra/local/test/add-a-report.whole.test.ts',
  'apps/insights-worker/test/outage.whole.test.ts',
  'infra/local/test/start.whole.test.ts',
  'infra/deploy/test/rollout.whole.test.ts',
  'apps/dashboard/test/reports.whole.test.ts',
  'apps/mcp-server/test/view.whole.test.ts',
  'apps/authorization-server/test/pages/browser.whole.test.ts',
  'apps/insights-worker/test/takeover.whole.test.ts',
  '/test/hostile-connections.test.ts',
  'apps/event-intake/test/hostile-bodies.whole.test.ts',
  'apps/authorization-server/test/company-login/company-grace.test.ts',
  'packages/operations/test/tenancy.test.ts',
  'packages/operations/test/exactness.test.ts',
  'apps/authorization-server/test/account/account-pages.whole.test.ts',
];

const rank = ({ path }) => {
  const index = LONGEST.findIndex((name) => path.endsWith(name));
  return index === -1 ? LONGEST.length : index;
};

/** Starts long suites first, so that none of them runs alone at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
