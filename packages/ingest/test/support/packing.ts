import type { Database } from '@funnel/db';
import { packLedger, type PackOptions } from '../../src/index.ts';

/** Lets days pass, by moving what is stored into the past: the clock of PostgreSQL cannot be set. */
export async function passDays({ sql }: Pick<Database, 'sql'>, days = 1): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`update event_ledger set recorded_on = recorded_on - ${days}::int`;
    await transaction`
      update packed_event_ids set packed_at = packed_at - make_interval(days => ${days}::int), recorded_on = array(
        select day - ${days}::int from unnest(recorded_on) with ordinality as r (day, place) order by place)`;
    await transaction`update packed_slices set packed_at = packed_at - make_interval(days => ${days}::int)`;
  });
}

/** Lets so many days pass, and packs on each of them, with the rights of the worker. */
export async function packForDays(
  owner: Database,
  worker: Database,
  days: number,
  options?: PackOptions,
): Promise<void> {
  for (let day = 0; day < days; day++) {
    await passDays(owner);
    const { failed } = await packLedger(worker, options);
    for (const { cause } of failed) throw cause;
  }
}

/** Where the ids of a website are, in order. */
export async function storedIds({ sql }: Pick<Database, 'sql'>, websiteId = 1) {
  const ledger = await sql<{ id: string }[]>`
    select event_id::text as id from event_ledger where website_id = ${websiteId} order by 1`;
  const packed = await sql<{ id: string; age: number }[]>`
    select u.id::text as id, current_date - u.day as age from packed_event_ids, unnest(event_ids, recorded_on) as u (id, day)
    where website_id = ${websiteId} order by 1`;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    ledger: ids(ledger),
    packed: ids(packed),
    all: [...new Set([...ids(ledger), ...ids(packed)])].sort(),
    oldestPacked: packed.reduce((oldest, { age }) => Math.max(oldest, age), 0),
  };
}

/** What is wrong with the packed rows: nothing. An id that is in another row than the look-up expects would count twice. */
export async function packingFaults({ sql }: Pick<Database, 'sql'>): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    with r as (
      select *, lead(first_id) over (partition by website_id, slice order by first_id) as next_id from packed_event_ids
    )
    select format('%s %s %s: %s', website_id, slice, first_id, fault) as fault
    from r
    cross join lateral (values
      ('is not in order', event_ids is distinct from array(select distinct id from unnest(event_ids) id order by id)),
      ('has a wrong first id', event_ids[1] is distinct from first_id),
      ('has not a day for each id', cardinality(event_ids) is distinct from cardinality(recorded_on)),
      ('reaches into the next row', event_ids[cardinality(event_ids)] >= next_id),
      ('has ids of another slice', exists (
        select from unnest(event_ids) id where get_byte(uuid_send(id), 15) % 7 <> slice)),
      ('is too long', pg_column_size(r.*) > 2060 or cardinality(event_ids) > 96)
    ) as f (fault, is_fault)
    where is_fault`;
  return rows.map(({ fault }) => fault);
}
