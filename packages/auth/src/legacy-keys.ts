import { endApiKeys, findWebsiteByApiKey } from '@funnel/api-keys';
import { type Connection, type Database, inWebsiteTransaction } from '@funnel/db';
import type { WebsiteId } from '@funnel/domain';

/** The legacy API keys of websites. A disabled key stays disabled, so disabled websites are cached: repeated tokens cost no statement. */
export function createLegacyKeys(database: Database) {
  const disabled = new Set<WebsiteId>();
  return {
    find: (apiKey: string) => findWebsiteByApiKey(database, apiKey),
    /** Called for every accepted OAuth token. */
    async disable(websiteIds: readonly WebsiteId[]): Promise<void> {
      const unknown = websiteIds.filter((id) => !disabled.has(id));
      if (unknown.length === 0) return;
      const end = (sql: Connection) => endApiKeys({ sql }, unknown);
      // About no data of the websites: on Citus it goes on without their machine.
      const ended = await inWebsiteTransaction(database, unknown, end, []);
      for (const id of ended) disabled.add(id);
    },
  };
}
