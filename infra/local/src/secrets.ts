import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordVariable } from '@funnel/cli';
import { SERVICE_NAMES } from '@funnel/db';

type Secrets = Record<string, string>;

const rolePassword = () => randomBytes(24).toString('base64url');

const MAKERS: Record<string, () => string> = {
  API_KEY_ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
  INTROSPECTION_CLIENT_SECRET: () => randomBytes(32).toString('base64url'),
  AUTHORIZATION_SERVER_COOKIE_KEYS: () => randomBytes(32).toString('base64url'),
  AUTHORIZATION_SERVER_JWKS: () => JSON.stringify({ keys: [signingKey()] }),
  ...Object.fromEntries(SERVICE_NAMES.map((service) => [passwordVariable(service), rolePassword])),
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

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ...privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'ES256',
    kid: randomBytes(8).toString('hex'),
  };
}
