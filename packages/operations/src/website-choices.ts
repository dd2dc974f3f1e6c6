import { boundWebsites, type Principal } from '@funnel/auth';
import { type Database, readWebsites } from '@funnel/db';
import { quoted } from '@funnel/words';

const MAX_LISTED = 50;

/** What is said of a website: its name, or the currency of its amounts, too. */
type Said = 'name' | 'name and currency';

/**
 * Lists the websites of a token for a model. Names are free text: quoted, short and on one line, they do not look like an instruction.
 * @example
 * assert.equal(await describeWebsites(database, principal), 'Websites: 1 (“one.example”).');
 */
export async function describeWebsites(
  { sql }: Database,
  principal: Principal,
  said: Said = 'name',
): Promise<string> {
  const ids = boundWebsites(principal);
  const websites = await readWebsites(sql, ids.slice(0, MAX_LISTED));
  if (websites.length === 0) return 'Websites: none.';
  const texts = websites.map(({ id, name, currency }) =>
    said === 'name' ? `${id} (${quoted(name)})` : `${id} (${quoted(name)}, ${currency})`,
  );
  const more = ids.length - MAX_LISTED;
  return `Websites: ${texts.join(', ')}${more > 0 ? ` and ${more} more in the list of websites` : ''}.`;
}
