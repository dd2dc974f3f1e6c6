import type { Database } from '@funnel/db';

/** Any number that no other advisory lock of the database uses. */
const GATE = 7_203_118;

/** A gate in front of a table. */
export interface InsertGate {
  /** Lets the blocked inserts through, and all later ones. */
  open(): Promise<void>;
}

/**
 * Blocks every insert once the table holds `afterRows` committed rows: a process is then surely in the middle of its
 * work, however fast it is and however slow the test. Uses one connection of the database until the gate is open.
 */
export async function blockInserts({ sql }: Database, table: string, afterRows: number): Promise<InsertGate> {
  // The driver never reserves a connection that it has to open first.
  await sql`select`;
  const holder = await sql.reserve();
  await holder`select pg_advisory_lock(${GATE})`;
  await sql.unsafe(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin
      if (select count(*) from ${table}) >= ${afterRows} then
        perform pg_advisory_xact_lock_shared(${GATE});
      end if;
      return null;
    end $$;
    create trigger wait_at_gate before insert on ${table} for each statement execute function wait_at_gate()`);
  return {
    async open() {
      await holder`select pg_advisory_unlock(${GATE})`;
      holder.release();
      await sql.unsafe(`drop trigger wait_at_gate on ${table}; drop function wait_at_gate()`);
    },
  };
}
