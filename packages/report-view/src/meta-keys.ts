/** The key of a tool result's `_meta` with the currency of each website by its id: the body of several websites has none. */
export const CURRENCIES_KEY = 'funnel/currencies';
/** The key of a tool result's `_meta` with the names of steps and elements by their ids: bodies do not show them. */
export const NAMES_KEY = 'funnel/names';
