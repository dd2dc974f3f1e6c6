import { OPERATIONS, type Operation } from '@funnel/operations';
import { tablesOf } from '../csv/table.ts';

/** Where the value of a parameter is found: the path that is asked, and the place in its answer. */
interface Sample {
  parameter: string;
  operations?: string[];
  path: string;
  at: string;
}

/** Those about one subject, from a campaign down to an element. */
const BELOW = (OPERATIONS as readonly Operation[]).filter(({ level }) => level !== undefined);

/** From the websites of a token down to an element: each question takes the id that the one before has found. */
export const SAMPLES: Sample[] = [
  { parameter: 'website_id', path: '/reports/websites', at: 'websites.0.id' },
  ...BELOW.map(({ name }, index): Sample => {
    const above = BELOW[index - 1];
    return {
      parameter: 'id',
      operations: [name],
      path: above?.path ?? '/reports/campaigns?sort=views',
      at: above ? `${tablesOf(above)({})?.path.join('.')}.0.id` : 'data.campaigns.0.id',
    };
  }),
];
