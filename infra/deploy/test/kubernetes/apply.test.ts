import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import {
  hasKubectl,
  type KubernetesObject,
  nameOf,
  renderKustomization,
} from '../../src/manifests/kustomize.ts';

const kubernetes = fileURLToPath(new URL('../../kubernetes', import.meta.url));
if (!hasKubectl) console.warn('SKIPPED: kubectl is not installed, so run.sh does not run');

/** The real kubectl renders; what it would send to a cluster goes to files. */
const KUBECTL = `#!/bin/sh
case $1 in
kustomize) PATH=$REAL_PATH exec kubectl "$@" ;;
wait) echo "$@" > "$OUT/wait" ;;
*) cat > "$OUT/$1" ;;
esac
`;

(hasKubectl ? describe : describe.skip)('run.sh, with an overlay', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funnel-kubectl-'));
    await writeFile(join(folder, 'kubectl'), KUBECTL);
    await chmod(join(folder, 'kubectl'), 0o755);
    await cp(kubernetes, join(folder, 'kubernetes'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const overlay = () => join(folder, 'kubernetes/overlays/production');
  async function run(verb: 'apply' | 'remove') {
    const path = process.env['PATH'] ?? '';
    const env = { PATH: `${folder}:${path}`, REAL_PATH: path, OUT: folder };
    const { status, stderr } = spawnSync('sh', [join(kubernetes, 'run.sh'), verb, overlay()], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const sent = await readFile(join(folder, verb === 'apply' ? 'apply' : 'delete'), 'utf8');
    return parseAllDocuments(sent).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? []);
  }
  const jobsOf = (objects: readonly KubernetesObject[]) =>
    objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name);
  const plain = (name: string) => name.replace(/-([a-z0-9]{10}|\d{6,10})$/, '');

  test('applies every object, with jobs that have a sum in their names, and waits for these', async () => {
    const objects = await run('apply');
    const expected = renderKustomization(overlay()).map((object) => plain(nameOf(object)));
    expect(objects.map((object) => plain(nameOf(object))).toSorted()).toEqual(expected.toSorted());
    const jobs = jobsOf(objects);
    expect(jobs).toEqual([expect.stringMatching(/^migrate-\d+$/), expect.stringMatching(/^roles-\d+$/)]);
    const waited = await readFile(join(folder, 'wait'), 'utf8');
    for (const job of jobs) expect(waited).toContain(`job/${job}`);
  });

  test('another version and other variables make other jobs, the same ones do not', async () => {
    const before = jobsOf(await run('apply'));
    expect(jobsOf(await run('apply'))).toEqual(before);
    const change = async (file: string, from: RegExp, to: string) => {
      const path = join(overlay(), file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace(from, to));
      const jobs = jobsOf(await run('apply'));
      await writeFile(path, text);
      return jobs;
    };
    const newer = await change('kustomization.yaml', /(funnel\/cli, newTag:) [\d.]+/, '$1 9.9.9');
    const other = await change('config.env', /postgres\.internal/, 'other.internal');
    expect(new Set([...before, ...newer, ...other]).size).toBe(6);
  });

  test('removes everything but the namespace and the volume of the dumps', async () => {
    const removed = (await run('remove')).map((object) => nameOf(object));
    const applied = (await run('apply')).map((object) => nameOf(object));
    expect(applied.filter((name) => !removed.includes(name)).toSorted()).toEqual([
      'Namespace funnel',
      'PersistentVolumeClaim backups',
    ]);
  });
});
