import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Made once per clone and kept; in production these come from the environment. */
export async function localSecrets(localDir: string): Promise<Record<string, string>> {
  const file = join(localDir, 'secrets.json');
  const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, string>;
  if (kept['API_KEY_ENCRYPTION_KEY']) return kept;
  const secrets = { ...kept, API_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  await mkdir(localDir, { recursive: true });
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
