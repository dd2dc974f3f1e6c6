import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';

const SIZE_MB = 700;
const FILLER = 'filler';
/** Space may become free while it is taken. */
const MAX_FILLERS = 5;

/** Mounts a file system in memory that can be filled, which needs root. */
export async function mountSmallDisk(folder: string) {
  await mkdir(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  if (mounted.status !== 0)
    throw new LocalError('The fault disk-full mounts a small file system, which needs root on Linux.');
  return {
    /** Takes all the space that is left. */
    async fill() {
      for (let part = 1; part <= MAX_FILLERS; part++) {
        const { bavail, bsize } = await statfs(folder);
        if (bavail === 0) return;
        spawnSync('fallocate', ['--length', String(bavail * bsize), join(folder, `${FILLER}-${part}`)]);
      }
    },
    async free() {
      for (const name of await readdir(folder)) if (name.startsWith(FILLER)) await rm(join(folder, name));
    },
    unmount: () => spawnSync('umount', ['--lazy', folder]),
  };
}

/** Whether a small disk can be mounted here. */
export function canMountDisks(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}
