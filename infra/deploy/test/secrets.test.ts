import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { allVariables } from '../src/configuration/variables.ts';
import { fileNameOf, kubernetesSecret, SECRETS } from '../secrets/secret.mjs';
import { containerUser, createMissing, giveTo, readSecrets } from '../secrets/secret-files.mjs';

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

  test('needs nothing but Node: it runs in a folder with nothing installed', async () => {
    const clone = join(parent, 'clone');
    for (const path of ['infra/deploy/secrets', 'infra/local/secret-makers.mjs'])
      await cp(join(root, path), join(clone, path), { recursive: true });
    await cp(join(root, 'package.json'), join(clone, 'package.json'));
    const run = spawnSync('npm', ['run', '-s', 'secrets'], { cwd: clone, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: '' });
    expect((await readdir(join(clone, 'secrets'))).sort()).toEqual([...names].sort());
    const wrong = spawnSync('npm', ['run', '-s', 'secrets', '--', '--nonsense'], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run -s secrets') });
  });

  test('are for the user of the containers, or say what to change', async () => {
    const other = join(parent, 'owned');
    await createMissing(other);
    const environment = join(parent, 'environment');
    expect(await containerUser(environment)).toEqual({ uid: 1000, gid: 1000 });
    await writeFile(environment, 'LOG_LEVEL=info\nFUNNEL_USER=1234:1235\n');
    const user = await containerUser(environment);
    expect(user).toEqual({ uid: 1234, gid: 1235 });
    const said = await giveTo(other, user);
    const owners = await Promise.all([other, join(other, 'redis_password')].map((path) => stat(path)));
    if (process.getuid?.() === 0) {
      expect(said).toContain('The files belong to 1234:1235 now');
      expect(owners.map(({ uid, gid }) => [uid, gid])).toEqual([
        [1234, 1235],
        [1234, 1235],
      ]);
      expect(await giveTo(other, user)).toBeUndefined();
    } else expect(said).toMatch(/Write FUNNEL_USER=\d+:\d+ into \.env\.$/);
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
    const written = ['ALERT_WEBHOOK_URL', 'SMTP_URL'];
    for (const { make, variable } of SECRETS)
      if (!written.includes(variable)) expect(make()).not.toBe(make());
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
