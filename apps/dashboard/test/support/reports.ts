import { OPERATIONS } from '@funnel/operations';
import { questionAddress } from '../../src/data/questions.ts';

/** The reports that the dashboard passes on. A new report has a page once `questions.ts` has it. */
export const REPORTS = OPERATIONS.filter(({ path }) => {
  const asked = `/data${path.replace('{id}', '1')}`;
  return path.startsWith('/reports/') && questionAddress(asked, 'http://rest.example') !== undefined;
});
