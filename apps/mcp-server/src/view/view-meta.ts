import { EXTRAS_KEY } from '@funnel/report-view';
import type { AnsweredQuestion, Operation, SubjectNames } from '@funnel/operations';

/** What the view needs beyond the body: the currencies of several websites, which it must not add up, and the names of steps and elements. */
export function viewMeta(
  { websiteRule }: Operation,
  { websites, names }: Pick<AnsweredQuestion, 'websites'> & { names?: SubjectNames | undefined },
): Record<string, unknown> | undefined {
  if (websiteRule === 'some')
    return {
      [EXTRAS_KEY]: { currencies: Object.fromEntries(websites.map(({ id, currency }) => [id, currency])) },
    };
  return names && { [EXTRAS_KEY]: { names } };
}
