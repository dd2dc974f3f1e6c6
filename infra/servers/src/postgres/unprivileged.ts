import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalError } from '../local-error.ts';

/** How to run a PostgreSQL program, which refuses to run as root. */
export interface Unprivileged {
  command(program: string, args: string[]): { program: string; args: string[]; uid?: number; gid?: number };
  /** Gives a path to the user that the server runs as. */
  own(path: string): void;
}

const NOBODY = 65_534;
const asNobodyInNamespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * An ordinary user runs it as it is. Root first tries a user namespace, which works below any folder and
 * leaves all files root's own; where those are forbidden, root steps down to `nobody`.
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
        `PostgreSQL does not run as root, and no other user may enter ${parent}. Run this as an ordinary user, ` +
          `move the clone to a folder others may enter, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      );
    }
  }
}
