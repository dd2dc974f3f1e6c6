import { trustedWebsiteId } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { accounts, websites } from '@funnel/db/schema';
import { sealApiKey } from '../../src/index.ts';

/** Creates one account with these websites, each with its own legacy key. */
export async function addWebsites(
  { orm }: Database,
  all: readonly { id: number; apiKey?: string }[],
): Promise<void> {
  await orm.insert(accounts).values({ id: 1, name: 'Account' });
  for (const { id, apiKey = `key-of-website-${id}` } of all) {
    const { encrypted, hash } = sealApiKey(apiKey, new Uint8Array(32));
    await orm.insert(websites).values({
      id: trustedWebsiteId(id),
      accountId: 1,
      name: `${id}.example`,
      apiKeyEncrypted: encrypted,
      apiKeyHash: hash,
    });
  }
}
