import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { openCluster, stopCluster } from '@funnel/servers';
import postgres from 'postgres';
import { acquireDatabase } from '../src/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-local-'));
afterAll(async () => {
  await stopCluster(await openCluster(join(folder, 'postgres')));
  rmSync(folder, { recursive: true, force: true });
});

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });
const answers = async (url: string) => {
  const sql = connect(url);
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
};

test('a command whose connection was killed leaves the embedded server to others; the last one stops it', async () => {
  const command = await acquireDatabase(folder, {});
  const service = connect(command.url);
  // Everybody loses the connection, as in a crash of the server. The service connects again a little later.
  await service`
    select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await service.end();
  const releasing = command.release();
  await sleep(1_000);
  const serviceAgain = connect(command.url);
  await serviceAgain`select 1`;
  await releasing;
  expect(await answers(command.url)).toBe(true);
  await serviceAgain.end();

  const last = await acquireDatabase(folder, {});
  await last.release();
  expect(await answers(last.url)).toBe(false);
});
