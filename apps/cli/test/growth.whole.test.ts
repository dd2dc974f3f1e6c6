import { erasePersonData, readPersonData } from '@funnel/contacts';
import { type Database, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import {
  deleteEndedShareLinks,
  deleteEndedTokens,
  deleteExpired,
  deleteSecurityEvents,
  deleteThrottles,
  deleteUnusedClients,
} from '@funnel/identity';
import { foldPending, packLedger, packRollups, pruneLedger, readBacklog } from '@funnel/ingest';
import { countMissingSnapshots, newestDueWeek, snapshotWebsite } from '@funnel/insights';
import {
  deleteOldNotifications,
  deliverMessages,
  measureOutbox,
  watchWebsites,
} from '@funnel/notifications/work';
import { createTestDatabase, isOnCitus, type TestDatabase } from '@funnel/testing';
import { useOwnServer } from '@funnel/testing/own-server';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { growDatabase } from './support/grown-database.ts';
import { LOGGING_PLANS, type Reading, readingsOf } from './support/rows-by-statement.ts';

const LARGE = 16;
/** Plans differ a little. */
const SLACK = 1.3;
/** Fewer rows say nothing about growth. */
const FEW = 50;
const DAY_MS = 86_400_000;

const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
const WEBSITE = trustedWebsiteId(1);
const person = { email: 'person-1@example.com', websiteIds: [trustedWebsiteId(2)] };
const parts = { idsPerTransaction: 300 };

async function passADay({ sql }: Database): Promise<void> {
  await sql`update packed_event_ids set packed_at = packed_at - interval '1 day'`;
  await sql`update packed_slices set packed_at = packed_at - interval '1 day'`;
  await sql.unsafe('vacuum analyze event_ledger, packed_event_ids');
}

const NOTHING: Reading = { executions: 0, read: 0, found: 0 };

interface Job {
  name: string;
  /** Whose job it is. */
  role: 'insights-worker' | 'authorization-server' | 'owner';
  run: (database: Database) => Promise<unknown>;
  /** What happens before it, and is not counted. */
  before?: (database: Database) => Promise<void>;
  /** About one website or person: what the others have must not matter. */
  isAboutOne?: boolean;
}

/** Everything that runs by the clock or by a command, in this order. */
const JOBS: readonly Job[] = [
  { name: 'backlog', role: 'insights-worker', run: (database) => readBacklog(database) },
  { name: 'fold', role: 'insights-worker', run: (database) => foldPending(database, { minEvents: 1 }) },
  { name: 'expire ids', role: 'insights-worker', run: (database) => pruneLedger(database) },
  { name: 'expire ids again', role: 'insights-worker', run: (database) => pruneLedger(database) },
  { name: 'pack ids', role: 'insights-worker', run: (database) => packLedger(database, parts) },
  {
    name: 'pack ids, next day',
    role: 'insights-worker',
    before: passADay,
    run: (database) => packLedger(database, parts),
  },
  { name: 'pack totals', role: 'insights-worker', run: (database) => packRollups(database) },
  {
    name: 'pack totals again',
    role: 'insights-worker',
    // A round packs so many buckets of a website and leaves the rest for the next.
    before: async (database) => {
      while ((await packRollups(database)).buckets > 0);
    },
    run: (database) => packRollups(database),
  },
  {
    name: 'watch',
    role: 'insights-worker',
    run: (database) => watchWebsites(database, { now, intervalMs: 1 }),
  },
  {
    name: 'watch again',
    role: 'insights-worker',
    run: (database) => watchWebsites(database, { now, intervalMs: 1 }),
  },
  { name: 'outbox', role: 'insights-worker', run: (database) => measureOutbox(database) },
  {
    name: 'deliver',
    role: 'insights-worker',
    run: (database) =>
      deliverMessages(database, {
        encryptionKey: new Uint8Array(32),
        now,
        perHour: 300,
        random: () => 0,
        send: async () => ({ outcome: 'sent', answer: '' }),
      }),
  },
  { name: 'old notifications', role: 'insights-worker', run: (database) => deleteOldNotifications(database) },
  { name: 'missing weeks', role: 'insights-worker', run: (database) => countMissingSnapshots(database, now) },
  {
    name: 'week',
    role: 'insights-worker',
    run: (database) =>
      snapshotWebsite(database, { websiteId: WEBSITE, week: newestDueWeek(now) }, { replace: true }),
    isAboutOne: true,
  },
  {
    name: 'export a person',
    role: 'owner',
    run: (database) => readPersonData(database, person),
    isAboutOne: true,
  },
  {
    name: 'erase a person',
    role: 'owner',
    run: (database) => erasePersonData(database, person),
    isAboutOne: true,
  },
  {
    name: 'erase a person anywhere',
    role: 'owner',
    run: (database) => erasePersonData(database, { email: 'person-2@example.com' }),
  },
  {
    name: 'ended tokens',
    role: 'authorization-server',
    run: (database) => deleteEndedTokens(database, ago(30)),
  },
  {
    name: 'ended links',
    role: 'authorization-server',
    run: (database) => deleteEndedShareLinks(database, ago(30)),
  },
  { name: 'expired records', role: 'authorization-server', run: (database) => deleteExpired(database) },
  {
    name: 'unused clients',
    role: 'authorization-server',
    run: (database) => deleteUnusedClients(database, ago(90)),
  },
  { name: 'throttles', role: 'authorization-server', run: (database) => deleteThrottles(database, ago(2)) },
  {
    name: 'audit log',
    role: 'authorization-server',
    run: (database) => deleteSecurityEvents(database, ago(90)),
  },
];

(isOnCitus ? describe.skip : describe)('a database of 16 times the size', () => {
  const server = useOwnServer({ settings: { ...LOGGING_PLANS, fsync: 'off' } });
  const opened: TestDatabase[] = [];
  /** By job and statement, at both sizes. */
  const readings = new Map<string, [statement: string, small: Reading, large: Reading][]>();

  beforeAll(async () => {
    for (const times of [1, LARGE]) {
      const testDatabase = await createTestDatabase();
      opened.push(testDatabase);
      await growDatabase(testDatabase.database, times);
      for (const job of JOBS) {
        await job.before?.(testDatabase.database);
        await runAlone(testDatabase, job, times);
      }
    }
    const log = await server.log();
    for (const { name } of JOBS) {
      const [small, large] = [readingsOf(log, `${name} 1`), readingsOf(log, `${name} ${LARGE}`)];
      const statements = [...new Set([...small.keys(), ...large.keys()])];
      readings.set(
        name,
        statements.map((statement) => [
          statement,
          small.get(statement) ?? NOTHING,
          large.get(statement) ?? NOTHING,
        ]),
      );
    }
  });
  afterAll(async () => {
    for (const testDatabase of opened) await testDatabase.drop();
    await server.stop();
  });

  /** With a connection of its own, by whose name the log tells what it read. */
  async function runAlone({ url, urlOf }: TestDatabase, { name, role, run }: Job, times: number) {
    const database = openDatabase({
      url: role === 'owner' ? url : urlOf(role),
      applicationName: `${name} ${times}`,
      maxConnections: 1,
      reusePlans: role === 'authorization-server',
    });
    try {
      await run(database);
    } finally {
      await database.close();
    }
  }

  test.each(JOBS)('$name: no statement reads more than 16 times the rows', ({ name, isAboutOne }) => {
    const statements = readings.get(name) ?? [];
    expect(statements.length).toBeGreaterThan(0);
    const times = (isAboutOne ? 1 : LARGE) * SLACK;
    const growing = statements.filter(
      ([, small, large]) =>
        large.executions > times * Math.max(small.executions, FEW) ||
        (large.read > times * Math.max(small.read, FEW) && !looksUp(large)),
    );
    expect(growing).toEqual([]);
  });

  test('prints what each statement reads', () => {
    const lines = [...readings].flatMap(([job, statements]) =>
      statements
        .filter(([, , large]) => large.read >= FEW)
        .map(([statement, small, large]) => `| ${job} | \`${statement}\` | ${small.read} | ${large.read} |`),
    );
    expect(lines.length).toBeGreaterThan(20);
    console.log(lines.join('\n'));
  });
});

/** PostgreSQL reads a table of a few pages from its beginning rather than looking up a few rows of it: that ends as it grows. */
function looksUp({ executions, read, found }: Reading): boolean {
  return read <= 200 * executions + 20 * found;
}
