import { type ApiKeyWebsite, type Database, endApiKeys, findWebsiteByApiKey } from '@funnel/db';

export interface LegacyKeys {
  find(apiKey: string): Promise<ApiKeyWebsite | undefined>;
  /** Called for every accepted OAuth token: its websites' keys count no more (spec 5.6). */
  end(websiteIds: readonly number[]): Promise<void>;
}

/** An end is final, so websites whose key has ended are remembered: a token costs a statement only once. */
export function createLegacyKeys(database: Database): LegacyKeys {
  const ended = new Set<number>();
  return {
    find: (apiKey) => findWebsiteByApiKey(database, apiKey),
    async end(websiteIds) {
      const open = websiteIds.filter((id) => !ended.has(id));
      for (const id of await endApiKeys(database, open)) ended.add(id);
    },
  };
}
