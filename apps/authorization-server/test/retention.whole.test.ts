import {
  createAuthorizationStore,
  findOpenableLink,
  issuePersonalToken,
  noteOpening,
} from '@funnel/identity';
import { pruneLedger } from '@funnel/ingest';
import { deleteOldNotifications } from '@funnel/notifications/work';
import { trustedWebsiteId } from '@funnel/domain';
import { makeLink, SHOP } from '@funnel/fixtures';
import { createLogger } from '@funnel/service';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cleanUp } from '../src/clean-up.ts';

const STEP_DAYS = 10;
const STEPS = 100;
/** Every table that something is deleted from by age, and its times. */
const TIMES = {
  event_ledger: ['recorded_on'],
  security_events: ['occurred_at'],
  authorization_records: ['created_at', 'expires_at', 'last_used_at'],
  personal_tokens: ['created_at', 'expires_at', 'revoked_at'],
  grant_uses: ['last_used_at'],
  share_links: ['created_at', 'expires_at', 'revoked_at'],
  share_link_openings: ['opened_at'],
  throttles: ['window_start'],
  notification_messages: ['created_at', 'due_at', 'done_at'],
  notification_episodes: ['opened_at', 'seen_at', 'ended_at'],
  notification_channels: ['created_at'],
};
const TABLES = Object.keys(TIMES);

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase(SHOP);
});
afterAll(() => testDatabase.drop());

test('a thousand days of use do not let a table grow without bound', async () => {
  const owner = testDatabase.database;
  const service = testDatabase.openAs('authorization-server');
  const worker = testDatabase.openAs('insights-worker');
  const store = createAuthorizationStore(service);
  const logger = createLogger({ service: 'test', level: 'silent' });
  await owner.sql.unsafe('alter table security_events disable trigger security_events_append_only');
  const sizes: Record<string, number>[] = [];

  for (let step = 0; step < STEPS; step += 1) {
    await use(step);
    await owner.sql.unsafe('alter table security_events enable trigger security_events_append_only');
    await cleanUp({ database: service, clock: () => new Date(), logger, auditDays: 400 });
    await pruneLedger(worker);
    await deleteOldNotifications(worker);
    await owner.sql.unsafe('alter table security_events disable trigger security_events_append_only');
    sizes.push(await rowCounts());
    await letTimePass();
  }

  const [half, end] = [sizes[STEPS / 2], sizes[STEPS - 1]];
  process.stdout.write(
    `rows after 500 days ${JSON.stringify(half)}, after 1,000 days ${JSON.stringify(end)}\n`,
  );
  expect(end).toEqual(half);
  // The test would find nothing in tables that it does not fill.
  for (const table of TABLES) expect(end?.[table]).toBeGreaterThan(0);

  /** What ten days leave behind, in small. */
  async function use(step: number): Promise<void> {
    const request = { userId: null, name: `token ${step}`, lifeSeconds: 30 * 86_400 };
    const binding = {
      websiteIds: [trustedWebsiteId(11)],
      scopes: ['reports'],
      resource: 'http://127.0.0.1:3000',
    };
    await issuePersonalToken(owner, { ...request, ...binding });
    const { secret } = await makeLink(owner, { name: `link ${step}` });
    const opened = await findOpenableLink(owner, secret);
    const opening = { openedAt: new Date(), network: null, browser: '' };
    if (opened) await noteOpening(owner, opened, opening);
    await store.upsert('Client', `client ${step}`, { client_id: `client ${step}` });
    await store.upsert('Session', `session ${step}`, { uid: `${step}` }, 900);
    await store.upsert('Grant', `grant ${step}`, { clientId: 'gone' }, 365 * 86_400);
    await owner.sql.unsafe(`
      insert into grant_uses select grant_id_hash, now(), '{}' from personal_tokens
        where name = 'token ${step}' on conflict do nothing;
      insert into throttles (key, window_start, attempts) values ('login', now(), 1);
      insert into event_ledger (website_id, event_id, recorded_on)
        select 11, gen_random_uuid(), current_date from generate_series(1, 10);
      insert into notification_channels (id, user_id, kind, name, hint, confirmed_at)
        values (1, 1, 'email', 'mail', '', now()) on conflict do nothing;
      insert into notification_channels (id, user_id, kind, name, hint)
        values (${step + 2}, 1, 'email', 'never agreed', '');
      insert into notification_messages (channel_id, key, type, done_at, outcome)
        values (1, 'sent ${step}', 'campaign.broke', now(), 'sent'), (1, 'held ${step}', 'campaign.broke', null, null);
      insert into notification_episodes (website_id, kind, campaign_id, began, ended_at, payload)
        values (11, 'break', ${step}, current_date, now(), '{}')`);
  }

  async function letTimePass(): Promise<void> {
    for (const [table, columns] of Object.entries(TIMES)) {
      const changes = columns.map((column) => `${column} = ${column} - interval '${STEP_DAYS} days'`);
      await owner.sql.unsafe(`update ${table} set ${changes.join(', ')}`);
    }
  }

  async function rowCounts(): Promise<Record<string, number>> {
    const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`);
    const [row] = await owner.sql.unsafe<Record<string, number>[]>(`select ${counts.join(', ')}`);
    return row ?? {};
  }
});
