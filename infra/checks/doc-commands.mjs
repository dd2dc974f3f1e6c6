/**
 * Checks that readers can trust the commands of README.md and docs/: a test runs each `sh` block, or a comment says why none does.
 * 1. A block that a `text` block with its output follows is run by infra/local/test/readme.whole.test.ts, which lists its page.
 * 2. Before any other block stands `<!-- run by TEST -->` or `<!-- not run: REASON -->`.
 * 3. A fence has a line of its own: beside other words it is no fence, and nobody finds the block.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './report.mjs';

const OUTPUT_TEST = 'infra/local/test/readme.whole.test.ts';
const BLOCK = /(?:<!-- (?<mark>[^>]+) -->\s+)?^ *```sh\n.*?^ *```$(?<output>\s+```text$)?/gms;
const FENCE = /^ *```[a-z]*$/;

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const faults = [];
const blocks = pages.flatMap((page) => {
  const text = readFileSync(page, 'utf8');
  for (const [line] of text.matchAll(/^.*```.*$/gm))
    if (!FENCE.test(line)) faults.push(`${page}: ${line.trim()} is not a fence`);
  return [...text.matchAll(BLOCK)].map(({ index, groups }) => ({
    page,
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    ...groups,
  }));
});

faults.push(...blocks.flatMap(faultOf));
if (blocks.length < 10) faults.push(`only ${blocks.length} commands found; does the check still read them?`);
const run = blocks.filter(({ mark, output }) => output || mark?.startsWith('run by')).length;
report(faults, `${blocks.length} commands: tests run ${run}, the others say why not`);

function faultOf({ page, place, mark, output }) {
  if (output) return runs(OUTPUT_TEST, page) ? [] : [`${place}: ${OUTPUT_TEST} does not list this page`];
  if (/^not run: \w/.test(mark)) return [];
  const test = /^run by (\S+)$/.exec(mark)?.[1];
  if (!test) return [`${place}: write <!-- run by TEST --> or <!-- not run: REASON --> before this command`];
  return runs(test, page) ? [] : [`${place}: ${test} does not exist, or does not read this page`];
}

function runs(test, page) {
  return existsSync(test) && readFileSync(test, 'utf8').includes(page);
}
