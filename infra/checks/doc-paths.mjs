/** Every path that a document names must exist: in links, and in backticks where it begins with a folder of ours. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const OURS = /^(?:apps|packages|infra|docs|contracts|\.github|\.ci)\//;
const PLACEHOLDER = /[<>{}*…]|\.\.\./;

const documents = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => file && existsSync(file));

const missing = documents.flatMap((document) => {
  const text = readFileSync(document, 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => ({ target, path: join(dirname(document), target) }));
  const mentions = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, target]) => target.replace(/[:#].*$/, ''))
    .filter((target) => OURS.test(target) && !PLACEHOLDER.test(target))
    .map((target) => ({ target, path: target }));
  return [...links, ...mentions]
    .filter(({ path }) => !existsSync(path))
    .map(({ target }) => `${document}: ${target} does not exist`);
});

if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exit(1);
}
console.log(`${documents.length} documents name only paths that exist`);
