import type { WebsiteFacts } from '@funnel/db';
import type { Operation } from '@funnel/operations';

/** The currency of the amounts in a row. A row of a report about several websites is one of them. */
export type CurrencyOf = (row: Readonly<Record<string, unknown>>) => string | undefined;

/** Returns the currency of each row of a report about these websites. */
export function currencyOf({ websiteRule }: Operation, websites: readonly WebsiteFacts[]): CurrencyOf {
  if (websiteRule === 'one') return () => websites[0]?.currency;
  const currencies = new Map<unknown, string>(websites.map(({ id, currency }) => [id, currency]));
  return ({ id }) => currencies.get(id);
}
