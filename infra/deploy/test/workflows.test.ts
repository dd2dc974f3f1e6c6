import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

/** A copy of what the checks read. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-workflows-'));
  for (const path of ['.github/workflows', 'package.json', 'CHANGELOG.md', 'infra', '.ci', '.env.example']) {
    if (path === 'infra') symlinkSync(join(root, path), join(folder, path));
    else cpSync(join(root, path), join(folder, path), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...args], { cwd: folder, encoding: 'utf8' });

describe('the check of the workflows', () => {
  const file = () => join(folder, '.github/workflows/ci.yml');
  const check = (change: (text: string) => string) => {
    const good = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    writeFileSync(file(), change(good));
    return run('infra/checks/workflows.mjs');
  };

  test('passes for the workflows of this repository', () => {
    expect(check((text) => text)).toMatchObject({ status: 0, stderr: '' });
  });

  test.each<[string, (text: string) => string, string]>([
    [
      'an action by tag',
      (text) => text.replace(/checkout@\S+ # v\S+/, 'checkout@v5'),
      'checkout@v5 must be a commit',
    ],
    [
      'a right to write',
      (text) => text.replace('  test:\n', '  test:\n    permissions: { contents: write }\n'),
      'test must not write contents',
    ],
    [
      'rights for everything',
      (text) => text.replace('contents: read', 'contents: write'),
      'needs permissions',
    ],
    [
      'a job without an end',
      (text) => text.replace('timeout-minutes: 45', 'continue-on-error: false'),
      'test needs timeout-minutes',
    ],
    [
      'a script that is not there',
      (text) => text.replace('npm run -s secrets', 'npm run -s secret'),
      'the script secret,',
    ],
    [
      'a file that is not there',
      (text) => text.replace('overlays/staging', 'overlays/stage'),
      'overlays/stage, which does not exist',
    ],
  ])('reports %s', (_, change, message) => {
    const { status, stderr } = check(change);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe('the notes of a release', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

  test('are the section of the change log', () => {
    const { status, stdout } = run('infra/deploy/release/notes.mjs', version);
    expect(status).toBe(0);
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(stdout.trim());
    expect(stdout).not.toContain('\n## ');
    expect(stdout.length).toBeGreaterThan(20);
  });

  test('do not exist for a tag that is not the version of the product', () => {
    expect(run('infra/deploy/release/notes.mjs', '0.0.1')).toMatchObject({ status: 1, stdout: '' });
  });
});
