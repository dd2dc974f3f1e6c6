import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { newVisitorToken } from '@funnel/testing';

const DAY_MS = 86_400_000;
/** So many that PostgreSQL uses the indexes of the large database: it reads a table of one page from its beginning. */
const WEBSITES = 40;
/** More than any job looks back. */
const DAYS = 100;

/** Fills a database with so many times of everything that grows: events, days, websites, people, what they did and were told. */
export async function growDatabase(database: Database, times: number): Promise<void> {
  const { sql } = database;
  const now = new Date();
  await importCatalog(database, catalog(WEBSITES * times), {
    encryptionKey: new Uint8Array(randomBytes(32)),
    now: new Date(now.getTime() - 2_000 * DAY_MS),
  });
  const record = async (count: number, days: number, websites: number) => {
    const events = Array.from({ length: count }, (_, n) => ({
      event_id: randomUUID(),
      type: 'view',
      website_id: 1 + (n % websites),
      campaign_id: 1 + (n % websites),
      visitor_token: newVisitorToken(),
      occurred_at: new Date(now.getTime() - (n % days) * DAY_MS).toISOString(),
    }));
    for (let from = 0; from < count; from += 1_000)
      await recordEvents(database, events.slice(from, from + 1_000), { now });
  };
  await record(2 * DAYS * times, DAYS * times, 1);
  await record(2 * WEBSITES * times, 10, WEBSITES * times);
  while ((await foldPending(database, { minEvents: 1 })).events > 0);
  await record(100 * times, 10, 2);
  await sql.unsafe(`
    insert into event_ledger (website_id, event_id, recorded_on)
      select 1 + n % 2, gen_random_uuid(), current_date - (case when n % 10 = 0 then 36 else n % 5 end)
      from generate_series(1, ${4_000 * times}) as n;
    insert into contacts (website_id, visitor_token, email)
      select 1 + n % 2, gen_random_uuid(), 'person-' || n || '@example.com' from generate_series(1, ${100 * times}) as n;
    insert into users (id, email, password_hash)
      select n, 'user-' || n || '@example.com', '' from generate_series(1, ${10 * times}) as n;
    insert into account_members (account_id, user_id, role) select 1, id, 'owner' from users;
    insert into authorization_records (model, id_hash, payload, grant_id_hash, created_at, expires_at)
      select m.model, sha256((m.model || n)::bytea),
        jsonb_build_object('clientId', 'client-' || n % ${10 * times}, 'client_id', 'client-' || n),
        case when m.model = 'AccessToken' then sha256(('Grant' || n)::bytea) end,
        now() - interval '100 days', case when m.model <> 'Client' then now() + ((n % 3 - 1) || ' days')::interval end
      from generate_series(1, ${50 * times}) as n
      cross join unnest('{Client,Grant,AccessToken,Interaction}'::text[]) as m (model);
    insert into grant_websites (grant_id_hash, user_id, website_ids)
      select id_hash, 1 + (row_number() over ()) % ${10 * times}, '{1}' from authorization_records where model = 'Grant';
    insert into grant_uses (grant_id_hash, last_used_at, networks)
      select sha256(('Grant' || n)::bytea), now(), '{}' from generate_series(1, ${100 * times}) as n;
    insert into personal_tokens (user_id, name, website_ids, scopes, resource, token_hash, grant_id_hash, expires_at)
      select 1, 't', '{1}', '{reports}', '', sha256(('t' || n)::bytea), sha256(('Grant' || n)::bytea), now() + ((n % 200 - 100) || ' days')::interval
      from generate_series(1, ${50 * times}) as n;
    insert into security_events (kind, occurred_at, user_id)
      select 'signed_in', now() - make_interval(days => n % 100), 1 from generate_series(1, ${200 * times}) as n;
    insert into throttles (key, window_start, attempts)
      select 'key ' || n, now() - make_interval(days => n % 10), 1 from generate_series(1, ${100 * times}) as n;
    insert into notification_channels (user_id, kind, name, email, hint, confirmed_at, digest, next_digest_at)
      select 1 + n % ${10 * times}, 'email', 'c', 'c@example.com', 'c', now(), true, now() + interval '1 day' from generate_series(1, ${5 * times}) as n;
    insert into notification_episodes (website_id, kind, campaign_id, began, opened_at, ended_at, payload)
      select 1 + n % ${WEBSITES * times}, 'break', 1, current_date - 100, now() - interval '100 days', now() - make_interval(days => n % 100), '{}'
      from generate_series(1, ${100 * times}) as n;
    insert into notification_messages (channel_id, key, type, payload, created_at, done_at, outcome)
      select c.id, n::text, 'conversion.broken', '{}', now() - make_interval(days => n), now() - make_interval(days => n), 'sent'
      from notification_channels as c cross join generate_series(1, 100) as n;
    insert into accounts (id, name) select 1000 + n, 'Told' from generate_series(1, ${200 * times}) as n;
    insert into notification_channels (account_id, kind, name, email, hint, confirmed_at)
      select 1000 + n, 'email', 'c', 'c@example.com', 'c', now() from generate_series(1, ${200 * times}) as n;
    insert into notification_messages (channel_id, key, type, payload)
      select c.id, 'due ' || n, 'channel.test', '{"type":"channel.test","by":null}'
      from notification_channels as c cross join generate_series(1, 2) as n where c.account_id > 1000;
    insert into notification_episodes (website_id, kind, campaign_id, began, payload)
      select n, 'break', 1, current_date - 3, '{}' from generate_series(1, ${WEBSITES * times}, 10) as n;
    update packing set begins_on = '2020-01-01'`);
  await sql.unsafe('vacuum analyze');
}

function catalog(websites: number) {
  const ids = Array.from({ length: websites }, (_, n) => n + 1);
  return {
    accounts: [{ id: 1, name: 'A' }],
    websites: ids.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
    campaigns: ids.map((id) => ({ id, website_id: id, name: `Offer ${id}`, cta_type: 'bar' })),
  };
}
