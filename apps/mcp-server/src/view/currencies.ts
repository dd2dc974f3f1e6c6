import { CURRENCIES_KEY } from '@funnel/chat-view';
import type { AnsweredQuestion, Operation } from '@funnel/operations';

/**
 * What the view needs beyond the body of a report about several websites: it must not add up their currencies. Undefined for
 * other reports, which name their currency.
 */
export function currenciesMeta(
  { websiteRule }: Operation,
  websites: AnsweredQuestion['websites'],
): Record<string, unknown> | undefined {
  if (websiteRule !== 'some') return undefined;
  return { [CURRENCIES_KEY]: Object.fromEntries(websites.map(({ id, currency }) => [id, currency])) };
}
