/** The ids of the demo data instead of those of the test data, which the examples come from: so a sample works with `npm start`. */
const DEMO_IDS: Readonly<Record<number, number>> = {
  11: 1,
  12: 2,
  201: 1011,
  203: 1012,
  301: 10_111,
  401: 101_111,
};
const DEMO_NAMES: Readonly<Record<string, string>> = {
  'shop.oak.example': 'oak-and-linen.example',
  'journal.oak.example': 'ledgerloop.example',
};
const ID_KEY = /(^|_)id$/;

export const DEMO_WEBSITE_ID = 1;

/** The same value with the ids of the demo data. */
export function withDemoIds(value: unknown, key = ''): unknown {
  if (typeof value === 'number') return ID_KEY.test(key) ? (DEMO_IDS[value] ?? value) : value;
  if (typeof value === 'string') return DEMO_NAMES[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => withDemoIds(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withDemoIds(each, name)]));
}
