import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createUser, hashPassword } from '@funnel/identity';
import { importCatalog } from '@funnel/ingest';
import { migrateDatabase, openDatabase } from '@funnel/db';
import type { Person } from '@funnel/testing';
import { anyFreePort, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { localSecrets } from './secrets.ts';
import { type Addresses, addressesOf } from './start/addresses.ts';
import { type ServiceProcess, startService, untilReady } from './start/service-process.ts';
import { SERVICES } from './start/services.ts';

/** The running services with one account, two websites and a person. */
export interface TrialProduct {
  addresses: Addresses;
  databaseUrl: string;
  person: Person;
  stop(): Promise<void>;
}

const PASSWORD = 'correct horse battery';
const EMAIL = 'trial@example.com';

/** Starts all services on a new database, for tools that test or measure them from outside. */
export async function startTrialProduct(root: string, folder: string): Promise<TrialProduct> {
  await mkdir(join(folder, 'logs'), { recursive: true });
  const cluster = await openCluster(join(folder, 'postgres'));
  const processes: ServiceProcess[] = [];
  const stop = async () => {
    for (const process of processes) process.stop();
    await Promise.all(processes.map((process) => process.ended));
    await stopCluster(cluster);
  };
  try {
    await startCluster(cluster);
    const url = (await runningUrl(cluster.folder, 'postgres')) ?? '';
    const secrets = await localSecrets(folder);
    await load(url, secrets['API_KEY_ENCRYPTION_KEY'] ?? '');
    const ports = new Map(
      await Promise.all(SERVICES.map(async (service) => [service, await anyFreePort()] as const)),
    );
    const addresses = addressesOf(ports);
    const env = {
      ...process.env,
      ...secrets,
      ...addresses,
      DATABASE_URL: url,
      REDIS_URL: '',
      // Benchmarks and conformance tools send more requests than a client may.
      RATE_LIMIT_PER_MINUTE: '0',
    };
    for (const [service, port] of ports) {
      processes.push(startService({ root, localDir: folder, service, port, env }));
    }
    await Promise.all(processes.map((process) => untilReady(process)));
    const person = { email: EMAIL, password: PASSWORD, websiteIds: [1, 2] };
    return { addresses, databaseUrl: url, person, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function load(url: string, encryptionKey: string): Promise<void> {
  await migrateDatabase(url);
  const database = openDatabase({ url, applicationName: 'funnel-trial', maxConnections: 1 });
  const catalog = {
    accounts: [{ id: 1, name: 'Trial' }],
    websites: [1, 2].map((id) => ({ id, account_id: 1, name: `trial-${id}.example` })),
  };
  try {
    await importCatalog(database, catalog, {
      encryptionKey: Buffer.from(encryptionKey, 'base64'),
      now: new Date(),
    });
    await createUser(database, { email: EMAIL, passwordHash: await hashPassword(PASSWORD), accountId: 1 });
  } finally {
    await database.close();
  }
}
