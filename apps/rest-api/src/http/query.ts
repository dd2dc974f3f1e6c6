/** The list may be repeated or written with brackets; `packages/auth` splits it at commas. */
const LIST = 'website_ids';
const LIST_NAMES = new Set([LIST, `${LIST}[]`]);

/** The query by name: a string, or a list if the name is repeated. */
export type RawParameters = Readonly<Record<string, string | string[]>>;

/** Decodes the query of a URL. Never throws. */
export function decodeQuery(url: string): RawParameters {
  const at = url.indexOf('?');
  const given = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(at === -1 ? '' : url.slice(at + 1))) {
    const name = LIST_NAMES.has(key) ? LIST : key;
    const values = given.get(name);
    if (values) values.push(value);
    else given.set(name, [value]);
  }
  return Object.fromEntries(
    [...given].map(([name, values]) => [name, name === LIST ? values : (only(values) ?? values)]),
  );
}

function only(values: string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}
