/** Checks that prose is wrapped at 120 columns. Tables, code, comments and the targets of links may be longer. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const COLUMNS = 120;
/** Written for each release, from changesets that anybody may write. */
const IGNORED = /^(?:CHANGELOG\.md|\.changeset\/)/;

const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
});
const pages = stdout.split('\n').filter((page) => page && !IGNORED.test(page) && existsSync(page));
const tooLong = pages.flatMap((page) =>
  proseOf(readFileSync(page, 'utf8'))
    .map((line, index) => ({ line, place: `${page}:${index + 1}` }))
    .filter(({ line }) => line.length > COLUMNS)
    .map(({ line, place }) => `${place}: ${line.length} columns`),
);

if (tooLong.length > 0) {
  console.error(tooLong.join('\n'));
  process.exit(1);
}
console.log(`${pages.length} documents: prose has at most ${COLUMNS} columns`);

/** The lines without what may be longer; the numbers of lines stay. */
function proseOf(text) {
  return text
    .replaceAll(/^( *)```.*?^\1```$|<!--.*?-->/gms, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^ *[|<].*$/gm, '')
    .replaceAll(/\]\([^)\s]+\)/g, ']')
    .split('\n');
}
