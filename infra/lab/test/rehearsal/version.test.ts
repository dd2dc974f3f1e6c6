import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitOf } from '../../src/rehearsal/upgrade/version.ts';

let folder: string;
const commits: string[] = [];
const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

/** Three commits: version 1.0.0, something else, version 1.1.0. No tags. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-version-'));
  git('init', '--quiet');
  for (const [version, other] of [
    ['1.0.0', 'a'],
    ['1.0.0', 'b'],
    ['1.1.0', 'b'],
  ]) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, other }, null, 2));
    git('add', '.');
    git('commit', '--quiet', '--message', `${version} ${other}`);
    commits.push(git('rev-parse', 'HEAD'));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a clone without tags knows the commit of a version', () => {
  expect(commitOf(folder, 'v1.1.0')).toBe(commits[2]);
  expect(git('rev-parse', commitOf(folder, 'v1.0.0'))).toBe(commits[1]);
  expect(commitOf(folder, 'HEAD')).toBe(commits[2]);
});

test('what is neither a commit nor a version is refused', () => {
  expect(() => commitOf(folder, 'v9.9.9')).toThrow('There is no commit v9.9.9 in this clone.');
  expect(() => commitOf(folder, 'nonsense')).toThrow('There is no commit nonsense in this clone.');
});
