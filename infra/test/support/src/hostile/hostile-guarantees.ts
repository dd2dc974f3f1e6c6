import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type StartedProcess, startProcess } from '../process.ts';
import type { ServiceUnderTest } from '../service-guarantees.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { attackService } from './attack-service.ts';
import { HostileConnections } from './hostile-connections.ts';

/** More than hostile connections use otherwise. */
const MAX_CONNECTIONS = 200;

/** What every built service keeps while hostile connections are open. */
export function describeHostileConnections({
  service,
  script,
  portVariable,
  env,
  paths,
}: ServiceUnderTest): void {
  let db: TestDatabase;
  let child: StartedProcess;
  let url: string;

  beforeAll(async () => {
    db = await createTestDatabase();
    child = startProcess(script, {
      [portVariable]: '0',
      ...env,
      DATABASE_URL: db.urlOf(service),
      MAX_CONNECTIONS: String(MAX_CONNECTIONS),
    });
    url = await child.url();
  });
  afterAll(async () => {
    child.signal('SIGKILL');
    await child.exited;
    await db.drop();
  });

  test('hostile connections keep nobody else waiting, and leave nothing behind', async () => {
    await attackService({
      url,
      ...paths,
      plainRequest: async () => expect((await fetch(url + paths.path)).status).toBeLessThan(500),
    });
  });

  // Other systems have one loopback address.
  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux('one network cannot take all connections', async () => {
    const connections = new HostileConnections({ url, ...paths, from: '127.0.0.2' });
    const sockets = await connections.openMany(MAX_CONNECTIONS);
    await until(async () =>
      expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(MAX_CONNECTIONS / 2),
    );
    expect((await fetch(url + paths.path)).status).toBeLessThan(500);
    connections.resetAll();
  });

  test('then it stops as always', async () => {
    child.signal('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(child.stderr()).toBe('');
  });
}
