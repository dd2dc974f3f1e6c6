import { describeExamples } from '@funnel/examples';

describeExamples(new URL('..', import.meta.url), { load: (specifier) => import(specifier) });
