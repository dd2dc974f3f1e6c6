import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { hasKubectl, type KubernetesObject, renderKustomization } from '../../src/manifests/kustomize.ts';
import { type ApiServer, type JobOutcome, startApiServer } from './api-server.ts';

const kubernetes = fileURLToPath(new URL('../../kubernetes', import.meta.url));
if (!hasKubectl) console.warn('SKIPPED: kubectl is not installed, so run.sh does not run');

interface Job extends KubernetesObject {
  spec: { template: { spec: { containers: { args?: string[]; image: string; env: unknown }[] } } };
}

(hasKubectl ? describe : describe.skip)('run.sh, with the real kubectl', () => {
  let objects: KubernetesObject[];
  let home: string;
  let server: ApiServer;
  beforeAll(async () => {
    objects = renderKustomization(join(kubernetes, 'overlays/production'));
    home = await mkdtemp(join(tmpdir(), 'funnel-kubectl-'));
  });
  afterEach(() => server.stop());
  afterAll(() => rm(home, { recursive: true, force: true }));

  async function run(outcome: JobOutcome, ...args: string[]) {
    server = await startApiServer(objects, () => outcome);
    const env = { PATH: process.env['PATH'], HOME: home, KUBERNETES_MASTER: server.url };
    const child = spawn('sh', [join(kubernetes, 'run.sh'), ...args], { env });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { status: status as number, stdout, stderr, jobs: server.created as Job[] };
  }

  test('runs a command of the operator with these very arguments, prints what it says and deletes it', async () => {
    const args = [
      'account',
      'add',
      'Shop "Oak & Co." \\ $HOME',
      '--owner',
      "o'neil@example.com",
      '--generate',
    ];
    const log = 'Account 10\nPassword, shown once: abc\n';
    const { status, stdout, stderr, jobs } = await run({ condition: 'Complete', log }, 'cli', ...args);
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: log });
    const [job] = jobs;
    expect(job?.spec.template.spec.containers[0]?.args).toEqual(args);
    const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(job?.spec.template.spec.containers[0]?.image).toBe(`registry.example.com/funnel/cli:${version}`);
    expect(job?.metadata.name).toMatch(/^cli-\d{14}-\d+$/);
    expect(server.deleted).toEqual([job?.metadata.name]);
  });

  test('makes a dump with a script that takes no arguments', async () => {
    const { status, jobs } = await run({ condition: 'Complete', log: 'backup: wrote it\n' }, 'backup');
    expect(status).toBe(0);
    expect(jobs[0]?.spec.template.spec.containers[0]?.args ?? []).toEqual([]);
  });

  test('fails as the command does, with its log', async () => {
    const { status, stdout, stderr } = await run(
      { condition: 'Failed', log: 'There is no account 99\n' },
      'cli',
      'user',
      'add',
      'jane@example.com',
      '--account',
      '99',
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'There is no account 99\n' });
    expect(stderr).toContain('run.sh: the command failed');
    expect(server.deleted).toHaveLength(1);
  });

  test('refuses a template that is not there, and an argument with a line break', async () => {
    const missing = await run({ condition: 'Complete', log: '' }, 'clu', 'user', 'list');
    expect(missing.status).not.toBe(0);
    expect(missing.jobs).toEqual([]);
    await server.stop();
    const broken = await run({ condition: 'Complete', log: '' }, 'cli', 'account', 'add', 'a\nb');
    expect(broken.status).toBe(2);
    expect(broken.jobs).toEqual([]);
  });
});
