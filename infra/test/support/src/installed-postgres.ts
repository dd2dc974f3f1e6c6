import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from '@funnel/servers';

const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL that Debian's package manager has installed, with `pg_dump` and its like. */
export interface InstalledPostgres extends PostgresBinaries {
  version: number;
  folder: string;
}

/** The newest PostgreSQL that Debian's package manager has installed, if any. */
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
