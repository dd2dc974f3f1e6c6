import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalError } from '../command-line.ts';

/** Runs PostgreSQL programs, which refuse to run as root. */
export interface Unprivileged {
  command(program: string, args: string[]): { program: string; args: string[]; uid?: number; gid?: number };
  /** Makes the server's user the owner of a path. */
  own(path: string): void;
}

const NOBODY = 65_534;
const asNobodyInNamespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * An ordinary user runs the program directly. Root uses a user namespace, which works in any folder and keeps the
 * files owned by root; if namespaces are forbidden, root runs it as `nobody`.
 */
export function unprivileged(folder: string): Unprivileged {
  if (process.getuid?.() !== 0) return { command: (program, args) => ({ program, args }), own: () => {} };
  const ownedByNobody = existsSync(folder) && statSync(folder).uid === NOBODY;
  if (!ownedByNobody && namespacesWork()) {
    return {
      command: (program, args) => ({ program: 'unshare', args: [...asNobodyInNamespace, program, ...args] }),
      own: () => {},
    };
  }
  requirePassableParents(folder);
  return {
    command: (program, args) => ({ program, args, uid: NOBODY, gid: NOBODY }),
    own: (path) => chownSync(path, NOBODY, NOBODY),
  };
}

function namespacesWork(): boolean {
  return spawnSync('unshare', [...asNobodyInNamespace, 'true'], { stdio: 'ignore' }).status === 0;
}

function requirePassableParents(folder: string): void {
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    if ((statSync(parent).mode & 0o001) === 0) {
      throw new LocalError(
        `PostgreSQL does not run as root, and other users cannot enter ${parent}. Run this as an ordinary user, ` +
          `move the clone to a folder that other users can enter, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      );
    }
  }
}
