import { boundWebsites, type Principal } from '@funnel/auth';
import { type Database, readWebsites } from '@funnel/db';
import { quoted } from './notes/words.ts';

const MAX_LISTED = 50;

/**
 * Lists the websites of a token for a model, with the currency of their amounts. Names are free text: quoted, short and on one line, they do not look like an instruction.
 * @example
 * assert.equal(await describeWebsites(database, principal), 'Websites: 1 (“one.example”, EUR).');
 */
export async function describeWebsites({ sql }: Database, principal: Principal): Promise<string> {
  const ids = boundWebsites(principal);
  const websites = await readWebsites(sql, ids.slice(0, MAX_LISTED));
  if (websites.length === 0) return 'Websites: none.';
  const listed = websites.map(({ id, name, currency }) => `${id} (${quoted(name)}, ${currency})`).join(', ');
  const more = ids.length - MAX_LISTED;
  return `Websites: ${listed}${more > 0 ? ` and ${more} more in the list of websites` : ''}.`;
}
