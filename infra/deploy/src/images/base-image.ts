import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';
import { type Buildah, runProgram } from './buildah.ts';

/** The C and C++ libraries that Node needs. It brings its own certificates and time zones. */
const LIBRARIES = 'libc6,libstdc++6,libgcc-s1';
/** The user that images run as. */
const SET_UP = [
  'mkdir -p "$1/etc"',
  'echo "node:x:1000:1000:node:/app:/usr/sbin/nologin" > "$1/etc/passwd"',
  'echo "node:x:1000:" > "$1/etc/group"',
];

/**
 * Makes an image with Node and the libraries it needs, from this machine and Debian's packages: no shell, no package
 * manager. It takes the place of `node:24-bookworm-slim` where there is no registry.
 */
export function makeBaseImage(buildah: Buildah, folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'base.tar');
  const hooks = SET_UP.map((command) => `--customize-hook=${command}`);
  runProgram('mmdebstrap', [
    '--variant=extract',
    `--include=${LIBRARIES}`,
    ...hooks,
    debianRelease(),
    archive,
  ]);
  const container = buildah.run('from', 'scratch').trim();
  try {
    buildah.run('add', container, archive, '/');
    buildah.run('copy', container, process.execPath, '/usr/local/bin/node');
    buildah.run('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    buildah.run('commit', '-q', container, name);
  } finally {
    buildah.remove(container);
    rmSync(archive, { force: true });
  }
}

function debianRelease(): string {
  const [, name] = /^VERSION_CODENAME=(\S+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  if (!name) throw new LocalError('This is no Debian: build the images with an engine instead.');
  return name;
}
