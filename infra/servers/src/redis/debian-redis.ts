import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface RedisProgram {
  program: string;
  env: Record<string, string>;
}

/**
 * Unpacks Debian's redis-server into `folder`, without root and without installing it. Later runs reuse it. Returns
 * undefined if this is not Debian or the packages cannot be downloaded.
 */
export async function debianRedis(folder: string): Promise<RedisProgram | undefined> {
  if (!existsSync('/etc/debian_version')) return undefined;
  const unpacked = join(folder, 'root');
  if (!existsSync(unpacked) && !(await fetchAndUnpack(folder, unpacked))) return undefined;
  return {
    program: join(unpacked, 'usr', 'bin', 'redis-server'),
    env: { LD_LIBRARY_PATH: libraryFolders(join(unpacked, 'usr', 'lib')).join(':') },
  };
}

/** One folder per architecture; none if the system already has all libraries. */
function libraryFolders(lib: string): string[] {
  if (!existsSync(lib)) return [];
  return readdirSync(lib, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(lib, entry.name));
}

async function fetchAndUnpack(folder: string, unpacked: string): Promise<boolean> {
  const [lists, cache, partial] = [join(folder, 'lists'), join(folder, 'cache'), join(folder, 'partial')];
  await rm(folder, { recursive: true, force: true });
  for (const dir of [join(lists, 'partial'), join(cache, 'archives', 'partial'), partial]) {
    await mkdir(dir, { recursive: true });
  }
  const own = [
    `Dir::State::lists=${lists}`,
    `Dir::Cache=${cache}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ];
  const apt = (...args: string[]) =>
    succeeds('apt-get', [...own.flatMap((setting) => ['-o', setting]), ...args]);
  if (!apt('update')) return false;
  const download = ['-y', '--no-install-recommends', '--reinstall', '--download-only', 'install'];
  if (!apt(...download, 'redis-server', 'redis-tools')) return false;
  const archives = join(cache, 'archives');
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  if (!packages.every((name) => succeeds('dpkg', ['-x', join(archives, name), partial]))) return false;
  await rename(partial, unpacked);
  await rm(lists, { recursive: true, force: true });
  await rm(cache, { recursive: true, force: true });
  return true;
}

function succeeds(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
}
