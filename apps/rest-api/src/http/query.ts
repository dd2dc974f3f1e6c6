/** A list may be repeated or written with brackets; splitting at commas is up to the resolver. */
const LIST = 'website_ids';
const LIST_NAMES = new Set([LIST, `${LIST}[]`]);

/** The query by name: a text, or all of them if a name was given more than once. */
export type RawParameters = Readonly<Record<string, string | string[]>>;

/** Decodes the query of a URL. Never fails. */
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
