import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../trial.ts';
import { SECTION_NAMES } from '../settings.ts';
import type { Results } from './results.ts';
import { cellsOf, HEADER } from './table.ts';

const FILE = 'docs/explanation/performance.csv';

/** Writes the rows of the sections that were measured to docs/explanation/performance.csv. */
export async function updateDocs(root: string, results: Results): Promise<void> {
  const file = join(root, FILE);
  await writeFile(file, fileWith(await readFile(file, 'utf8'), results));
  say(`Wrote the figures to ${FILE}`);
}

/** The file with new rows of these sections. Other sections keep theirs, with date and commit. */
export function fileWith(file: string, { sections, size, machine, measuredOn, commit }: Results): string {
  const notFull = size === 'full' ? '' : `; run with --${size}, while the targets are for the full size`;
  const about = [measuredOn, commit ?? '', `${machine}${notFull}`];
  const lines = file.split('\n');
  const rows = SECTION_NAMES.flatMap((name) => {
    const measured = sections[name]?.map((row) => lineOf([name, ...cellsOf(row), ...about]));
    return measured ?? lines.filter((line) => line.startsWith(`${name},`));
  });
  return `${[lineOf(['section', ...HEADER, 'measured on', 'commit', 'machine']), ...rows].join('\n')}\n`;
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}
