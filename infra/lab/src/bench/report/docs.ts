import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../trial.ts';
import type { Results } from './results.ts';
import { tableOf } from './table.ts';

const PAGE = 'docs/reference/benchmarks.md';

/** Writes the tables of the sections that were measured to docs/reference/benchmarks.md. */
export async function updateDocs(root: string, results: Results): Promise<void> {
  const page = join(root, PAGE);
  await writeFile(page, pageWith(await readFile(page, 'utf8'), results));
  say(`Wrote the figures to ${PAGE}`);
}

/** The page with new figures between the markers of their sections. Other sections keep theirs, with date and commit. */
export function pageWith(page: string, { sections, size, machine, measuredOn, commit }: Results): string {
  const notFull = size === 'full' ? '' : ` with \`--${size}\`, while the targets are for the full size`;
  const about = `Measured on ${measuredOn}${commit ? ` at commit ${commit}` : ''}${notFull}: ${machine}`;
  return Object.entries(sections).reduce(
    (text, [name, rows]) => replacePart(text, name, `${tableOf(rows)}\n\n${about}`),
    page,
  );
}

/** Puts `content` between two markers. */
export function replacePart(page: string, name: string, content: string): string {
  const [start, end] = [`<!-- measured: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no markers for ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${content}\n\n${page.slice(to)}`;
}
