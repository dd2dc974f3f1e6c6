import { boundWebsites, type Principal } from '@funnel/auth';
import { type Database, readWebsites } from '@funnel/db';

const MAX_LISTED = 50;

/** `Websites: 11 (oak.example), 12 (journal.example).` */
export async function describeWebsites({ sql }: Database, principal: Principal): Promise<string> {
  const ids = boundWebsites(principal);
  const websites = await readWebsites(sql, ids.slice(0, MAX_LISTED));
  if (websites.length === 0) return 'Websites: none.';
  const listed = websites.map(({ id, name }) => `${id} (${oneLine(name)})`).join(', ');
  const more = ids.length - MAX_LISTED;
  return `Websites: ${listed}${more > 0 ? ` and ${more} more (list_websites)` : ''}.`;
}

/** A name is data: it cannot open a paragraph of its own in what a model reads. */
function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').slice(0, 100);
}
