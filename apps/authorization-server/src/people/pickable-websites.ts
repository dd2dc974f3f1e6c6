import type { Database } from '@funnel/db';
import { type UserWebsite, websitesOfUser, websitesWithLegacyKey } from '@funnel/identity';

/** The websites that a person can select, each with whether its old API key would end. */
export async function pickableWebsites(
  database: Database,
  userId: number,
): Promise<(UserWebsite & { hasLegacyKey: boolean })[]> {
  const websites = await websitesOfUser(database, userId);
  const withKey = new Set(
    await websitesWithLegacyKey(
      database,
      websites.map(({ id }) => id),
    ),
  );
  return websites.map((website) => ({ ...website, hasLegacyKey: withKey.has(website.id) }));
}

/** Those for which the person may create tokens: a reader may not. */
export function creatable<Website extends Pick<UserWebsite, 'role'>>(
  websites: readonly Website[],
): Website[] {
  return websites.filter(({ role }) => role !== 'reader');
}
