import type { WebsiteFacts } from '@funnel/db';

/** The currency of each website, by id. */
export function currenciesOf(websites: readonly WebsiteFacts[]): Record<string, string> {
  return Object.fromEntries(websites.map(({ id, currency }) => [id, currency]));
}
