import { readFile } from 'node:fs/promises';
import type { Database } from '@funnel/db';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Adds up what folds take, without the time that other work on the machine takes. */
export class FoldCost {
  #folds = 0;
  #workerMs = 0;
  #postgresMs = 0;
  #logBytes = 0;

  readonly #database: Database;
  readonly #backend: number;

  private constructor(database: Database, backend: number) {
    this.#database = database;
    this.#backend = backend;
  }

  /** Of a database with a single connection. */
  static async of(database: Database): Promise<FoldCost> {
    const [row] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return new FoldCost(database, row?.pid ?? 0);
  }

  async during(fold: () => Promise<unknown>): Promise<void> {
    const [log, postgres, worker] = [await this.#log(), await this.#postgres(), process.cpuUsage()];
    await fold();
    const { user, system } = process.cpuUsage(worker);
    this.#workerMs += (user + system) / 1000;
    this.#postgresMs += (await this.#postgres()) - postgres;
    this.#logBytes += (await this.#log()) - log;
    this.#folds += 1;
  }

  perFold() {
    const perFold = (sum: number) => sum / this.#folds;
    return {
      foldWorkerMs: perFold(this.#workerMs),
      foldPostgresMs: Number.isNaN(this.#postgresMs) ? undefined : perFold(this.#postgresMs),
      logBytesPerFold: perFold(this.#logBytes),
    };
  }

  async #log(): Promise<number> {
    const [row] = await this.#database.sql<{ bytes: number }[]>`
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`;
    return row?.bytes ?? Number.NaN;
  }

  async #postgres(): Promise<number> {
    const text = await readFile(`/proc/${this.#backend}/stat`, 'utf8').catch(() => '');
    const [, , , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(')') + 1).split(' ');
    return (Number(user) + Number(system)) * TICK_MS;
  }
}
