/** Checks that prose is wrapped at 120 columns. Tables, code, comments and the targets of links may be longer. */
import { readFileSync } from 'node:fs';
import { repositoryFiles } from './files.mjs';
import { report } from './report.mjs';

const COLUMNS = 120;
/** Written for each release, from changesets that anybody may write. */
const IGNORED = /^(?:CHANGELOG\.md|\.changeset\/)/;

const pages = repositoryFiles('*.md').filter((page) => !IGNORED.test(page));
const tooLong = pages.flatMap((page) =>
  proseOf(readFileSync(page, 'utf8'))
    .map((line, index) => ({ line, place: `${page}:${index + 1}` }))
    .filter(({ line }) => line.length > COLUMNS)
    .map(({ line, place }) => `${place}: ${line.length} columns`),
);

report(tooLong, `${pages.length} documents: prose has at most ${COLUMNS} columns`);

/** The lines without what may be longer; the numbers of lines stay. */
function proseOf(text) {
  return text
    .replaceAll(/^( *)```.*?^\1```$|<!--.*?-->/gms, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^ *[|<].*$/gm, '')
    .replaceAll(/\]\([^)\s]+\)/g, ']')
    .split('\n');
}
