import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD_VARIABLES } from '@funnel/cli';
import { SERVICE_NAMES } from '@funnel/admin';
import { encryptionKey, randomSecret, signingKeys } from '../secret-makers.mjs';

export type Secrets = Record<string, string>;

const MAKERS: Record<string, () => string> = {
  API_KEY_ENCRYPTION_KEY: encryptionKey,
  IDENTITY_ENCRYPTION_KEY: encryptionKey,
  NOTIFICATIONS_ENCRYPTION_KEY: encryptionKey,
  VISITOR_SECRET: encryptionKey,
  INTROSPECTION_CLIENT_SECRET: randomSecret,
  AUTHORIZATION_SERVER_COOKIE_KEYS: randomSecret,
  AUTHORIZATION_SERVER_JWKS: signingKeys,
  DASHBOARD_CLIENT_SECRET: randomSecret,
  DASHBOARD_ENCRYPTION_KEY: encryptionKey,
  ...Object.fromEntries(SERVICE_NAMES.map((service) => [PASSWORD_VARIABLES[service], randomSecret])),
  DEMO_PASSWORD: () => randomBytes(12).toString('base64url'),
};

/** Reads the secrets of this clone, and creates missing ones. In production they come from the environment. */
export async function localSecrets(localDir: string): Promise<Secrets> {
  const file = join(localDir, 'secrets.json');
  const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Secrets;
  const missing = Object.keys(MAKERS).filter((name) => !kept[name]);
  if (missing.length === 0) return kept;
  const secrets = { ...kept, ...Object.fromEntries(missing.map((name) => [name, MAKERS[name]?.() ?? ''])) };
  await mkdir(localDir, { recursive: true });
  // Renamed when complete: a half-written file would make the stored keys unreadable for ever.
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

/** The secrets without those that the environment has in a file: `X` and `X_FILE` exclude each other. */
export function besideFiles(secrets: Secrets, env: NodeJS.ProcessEnv): Secrets {
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !env[`${name}_FILE`]));
}

/** The secrets for a database. `VISITOR_SECRET` is only for that of this clone: another one uses its environment. */
export function secretsFor({ isEmbedded }: { isEmbedded: boolean }, secrets: Secrets): Secrets {
  const { VISITOR_SECRET: _own, ...others } = secrets;
  return isEmbedded ? secrets : others;
}
