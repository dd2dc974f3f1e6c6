import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { allVariables } from '../src/configuration/variables.ts';
import { fileNameOf, kubernetesSecret, SECRETS } from '../src/secrets/secret.ts';
import { createMissing, readSecrets } from '../src/secrets/secrets-command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'funnel-secrets-'));
  folder = join(parent, 'secrets');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const names = SECRETS.map((secret) => fileNameOf(secret));

describe('npm run -s secrets', () => {
  test('runs as the documentation says: makes every secret, and says how to rotate each', async () => {
    const command = 'npm run -s secrets';
    for (const page of ['docs/reference/secrets.md', 'docs/operate/deploy.md']) {
      const text = await readFile(join(root, page), 'utf8');
      expect(/<!-- run by infra\/deploy\/test\/secrets.test.ts -->\s+```sh\n\s*(.+)\n/.exec(text)?.[1]).toBe(
        command,
      );
    }
    const run = spawnSync('sh', ['-c', `${command} -- --folder ${folder}`], { cwd: root, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: '' });
    for (const secret of SECRETS) expect(run.stderr).toContain(`${fileNameOf(secret)}: ${secret.rotate}.`);
    expect(run.stderr).toContain(`Created in ${folder}: ${names.join(', ')}.`);
  });

  test('lets only the owner read the folder and its files', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await modeOf(folder)).toBe(0o700);
    for (const name of names) expect(await modeOf(join(folder, name))).toBe(0o600);
  });

  test('never overwrites: a second run makes only what is missing', async () => {
    const before = await readSecrets(folder);
    expect(await createMissing(folder)).toEqual([]);
    await writeFile(join(folder, 'redis_password'), 'chosen by somebody\n');
    await rm(join(folder, 'queue_page_password'));
    expect(await createMissing(folder)).toEqual(['queue_page_password']);
    const after = await readSecrets(folder);
    expect(after.get('REDIS_PASSWORD')).toBe('chosen by somebody');
    expect(after.get('QUEUE_PAGE_PASSWORD')).not.toBe(before.get('QUEUE_PAGE_PASSWORD'));
    for (const { variable } of SECRETS) {
      if (variable === 'REDIS_PASSWORD' || variable === 'QUEUE_PAGE_PASSWORD') continue;
      expect(after.get(variable)).toBe(before.get(variable));
    }
  });

  test('reports an empty file instead of using it', async () => {
    const other = join(parent, 'other');
    await createMissing(other);
    await writeFile(join(other, 'redis_password'), '\n');
    await expect(readSecrets(other)).rejects.toThrow('redis_password is empty');
  });

  test('makes another value each time', () => {
    for (const { make } of SECRETS) expect(make()).not.toBe(make());
  });
});

test('a Kubernetes Secret has every value', async () => {
  const secrets = await readSecrets(folder);
  const manifest = parse(kubernetesSecret(secrets)) as { kind: string; stringData: Record<string, string> };
  expect(manifest.kind).toBe('Secret');
  expect(new Map(Object.entries(manifest.stringData))).toEqual(
    new Map([...secrets].map(([variable, value]) => [variable.toLowerCase(), value])),
  );
});

test('every secret of a service is made, except those that come from others', () => {
  const secrets = allVariables().filter(({ isSecret }) => isSecret);
  const made = new Set(SECRETS.map(({ variable }) => variable));
  expect(secrets.map(({ name }) => name).filter((name) => !made.has(name))).toEqual([
    'DATABASE_URL', // has a password only if DATABASE_PASSWORD is not used
    'DATABASE_PASSWORD', // the password of a role
    'REDIS_URL', // like DATABASE_URL
    'DATABASE_READ_URL', // like DATABASE_URL
    'INSIGHTS_LLM_API_KEY', // from the provider of the model
    'USER_PASSWORD', // of a person
  ]);
});
