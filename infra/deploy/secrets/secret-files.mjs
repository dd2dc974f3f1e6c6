import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf, SECRETS } from './secret.mjs';

const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** Creates the files of missing secrets; returns their names. A file that exists is never written. */
export async function createMissing(folder) {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const created = [];
  for (const secret of SECRETS) {
    const name = fileNameOf(secret);
    // `wx` fails if the file exists, also if another process creates it at the same time.
    const options = { flag: 'wx', mode: OWNER_ONLY.file };
    try {
      await writeFile(join(folder, name), `${secret.make()}\n`, options);
      created.push(name);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
  return created;
}

export async function readSecrets(folder) {
  const secrets = new Map();
  for (const secret of SECRETS) {
    const file = join(folder, fileNameOf(secret));
    const text = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
    if (text === '')
      throw new Error(`${file} is empty: write the secret into it, or delete it and run again.`);
    secrets.set(secret.variable, text);
  }
  return secrets;
}

const DEFAULT_USER = '1000:1000';

/** The user of the containers, as .env says. */
export async function containerUser(environmentFile) {
  const text = await readFile(environmentFile, 'utf8').catch(() => '');
  const [, given = DEFAULT_USER] = /^\s*FUNNEL_USER\s*=\s*["']?(\d+:\d+)["']?\s*$/m.exec(text) ?? [];
  const [uid, gid] = given.split(':').map(Number);
  return { uid, gid };
}

/** Only root can give files away; others are told what to write into .env. */
export async function giveTo(folder, { uid, gid }) {
  const owner = await stat(folder);
  if (owner.uid === uid) return undefined;
  if (process.getuid?.() !== 0)
    return `The containers run as ${uid}:${gid} and could not read these files. Write FUNNEL_USER=${owner.uid}:${owner.gid} into .env.`;
  const files = await readdir(folder);
  for (const path of [folder, ...files.map((file) => join(folder, file))]) await chown(path, uid, gid);
  return `The files belong to ${uid}:${gid} now, the user of the containers (FUNNEL_USER in .env).`;
}
