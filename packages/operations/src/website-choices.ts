import { boundWebsites, type Principal } from '@funnel/auth';
import { type Database, readWebsites } from '@funnel/db';
import { ServiceError } from '@funnel/domain';

const MAX_LISTED = 50;

/**
 * Lists the websites of a token.
 * @example
 * assert.equal(await describeWebsites(database, principal), 'Websites: 1 (one.example).');
 */
export async function describeWebsites({ sql }: Database, principal: Principal): Promise<string> {
  const ids = boundWebsites(principal);
  const websites = await readWebsites(sql, ids.slice(0, MAX_LISTED));
  if (websites.length === 0) return 'Websites: none.';
  const listed = websites.map(({ id, name }) => `${id} (${oneLine(name)})`).join(', ');
  const more = ids.length - MAX_LISTED;
  return `Websites: ${listed}${more > 0 ? ` and ${more} more in the list of websites` : ''}.`;
}

/** Resolves websites; if website_id is missing, the error names the websites to choose from. */
export async function namingChoices<Result>(
  database: Database,
  principal: Principal,
  resolve: () => Result,
): Promise<Result> {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'website_id_required') throw error;
    const { parameter, allowed } = error;
    const detail = `${error.detail} ${await describeWebsites(database, principal)}`;
    throw new ServiceError(error.code, detail, { parameter, allowed });
  }
}

/** A name is data: without line breaks it cannot look like an instruction to a model. */
function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').slice(0, 100);
}
