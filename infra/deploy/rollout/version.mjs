import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RolloutError } from './rollout-error.mjs';

const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

export function versionOf(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** The version of a build: no two builds of different files have the same one, so there is always something to go back to. */
export function buildVersionOf(root, now = new Date()) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const commit = git('rev-parse', '--short=10', 'HEAD');
  const changes = git('status', '--porcelain');
  const isClean = commit.status === 0 && changes.status === 0 && changes.stdout === '';
  const time = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `${versionOf(root)}-${isClean ? `g${commit.stdout.trim()}` : `t${time}`}`;
}

/** A version that was given; fails if it cannot be the tag of an image. */
export function givenVersion(text) {
  const version = text.replace(/^v(?=\d)/, '');
  if (!TAG.test(version)) throw new RolloutError(`${text} is not a version, such as 1.2.3.`, 2);
  return version;
}
