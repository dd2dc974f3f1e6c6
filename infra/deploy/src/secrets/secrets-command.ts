import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Invocation, LocalError, parseArguments } from '@funnel/servers';
import { fileNameOf, kubernetesSecret, SECRETS } from './secret.ts';

const USAGE = 'Usage: npm run -s secrets -- [--folder secrets] [--kubernetes]';
const OPTIONS = { folder: { type: 'string', default: 'secrets' }, kubernetes: { type: 'boolean' } } as const;
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** `npm run -s secrets`: creates the secrets that are missing. Standard output has nothing but the manifest that was asked for. */
export async function secretsCommand({ root, args }: Invocation): Promise<number> {
  const { values } = parseArguments(USAGE, { args, options: OPTIONS });
  const folder = resolve(root, values.folder);
  const created = await createMissing(folder);
  const secrets = await readSecrets(folder);
  say(
    created.length === 0
      ? `Every secret exists in ${folder}. Nothing was changed.`
      : `Created in ${folder}: ${created.join(', ')}.`,
  );
  if (values.kubernetes) process.stdout.write(kubernetesSecret(secrets));
  else {
    say('\nHow to rotate each of them:');
    for (const secret of SECRETS) say(`  ${fileNameOf(secret)}: ${secret.rotate}.`);
  }
  return 0;
}

/** Creates the files of missing secrets; returns their names. A file that exists is never written. */
export async function createMissing(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const created: string[] = [];
  for (const secret of SECRETS) {
    const name = fileNameOf(secret);
    // `wx` fails if the file exists, also if another process creates it at the same time.
    const options = { flag: 'wx', mode: OWNER_ONLY.file };
    try {
      await writeFile(join(folder, name), `${secret.make()}\n`, options);
      created.push(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return created;
}

/** Reads the secrets of a folder, by variable. */
export async function readSecrets(folder: string): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const secret of SECRETS) {
    const file = join(folder, fileNameOf(secret));
    const text = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
    if (text === '')
      throw new LocalError(`${file} is empty: write the secret into it, or delete it and run again.`);
    secrets.set(secret.variable, text);
  }
  return secrets;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
