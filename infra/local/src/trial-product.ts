import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createUser } from '@funnel/identity';
import { hashPassword } from '@funnel/secrets';
import { importCatalog } from '@funnel/ingest';
import { beginVisitorSecrets, migrateDatabase } from '@funnel/admin';
import { VisitorSecrets } from '@funnel/domain';
import { openDatabase } from '@funnel/db';
import type { Person } from '@funnel/testing';
import { openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { localSecrets, type Secrets } from './secrets.ts';
import { type ServiceGroup, startServices } from './start/service-group.ts';

/** The running services with one account, two websites and a person. */
export interface TrialProduct extends Omit<ServiceGroup, 'env'> {
  databaseUrl: string;
  person: Person;
}

const PASSWORD = 'correct horse battery';
const EMAIL = 'trial@example.com';

/** Starts all services on a new database, for tools that test or measure them from outside. */
export async function startTrialProduct(
  root: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TrialProduct> {
  await mkdir(folder, { recursive: true });
  const cluster = await openCluster(join(folder, 'postgres'));
  try {
    await startCluster(cluster);
    const databaseUrl = (await runningUrl(cluster.folder, 'postgres')) ?? '';
    const secrets = await localSecrets(folder);
    await load(databaseUrl, secrets);
    const services = await startServices({ root, folder, databaseUrl, env });
    const stop = async () => {
      await services.stop();
      await stopCluster(cluster);
    };
    const person = { email: EMAIL, password: PASSWORD, websiteIds: [1, 2] };
    return { ...services, databaseUrl, person, stop };
  } catch (error) {
    await stopCluster(cluster);
    throw error;
  }
}

async function load(url: string, secrets: Secrets): Promise<void> {
  await migrateDatabase(url);
  const database = openDatabase({ url, applicationName: 'funnel-trial', maxConnections: 1 });
  const catalog = {
    accounts: [{ id: 1, name: 'Trial' }],
    websites: [1, 2].map((id) => ({ id, account_id: 1, name: `trial-${id}.example` })),
  };
  try {
    await beginVisitorSecrets(database, new VisitorSecrets([secrets['VISITOR_SECRET'] ?? '']));
    await importCatalog(database, catalog, {
      encryptionKey: Buffer.from(secrets['API_KEY_ENCRYPTION_KEY'] ?? '', 'base64'),
      now: new Date(),
    });
    await createUser(database, {
      email: EMAIL,
      passwordHash: await hashPassword(PASSWORD),
      accountId: 1,
      isVerified: true,
    });
  } finally {
    await database.close();
  }
}
