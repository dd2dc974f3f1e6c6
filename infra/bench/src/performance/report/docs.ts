import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../bench-context.ts';
import { machineText } from './machine.ts';
import { type Results, splitRows } from './results.ts';
import { tableOf } from './table.ts';

const PAGE = 'docs/explanation/performance.md';

/** Writes the measured parts of docs/explanation/performance.md. */
export async function updateDocs(root: string, results: Results): Promise<void> {
  const page = join(root, PAGE);
  await writeFile(page, pageWith(await readFile(page, 'utf8'), results));
  say(`Wrote ${PAGE}`);
}

/** The page with new figures between its markers. */
export function pageWith(page: string, results: Results): string {
  const { targets, information } = splitRows(results);
  const { settings, machine, measuredOn } = results;
  const size =
    settings.name === 'full'
      ? ''
      : `This was a run with \`--${settings.name}\`; the targets are for the full size. `;
  const parts = {
    machine: `${size}Measured on ${measuredOn} with ${settings.events.toLocaleString('en')} events: ${machineText(machine)}`,
    targets: tableOf(targets),
    information: tableOf(information),
  };
  return Object.entries(parts).reduce((text, [name, content]) => replacePart(text, name, content), page);
}

/** Puts `content` between two markers. */
export function replacePart(page: string, name: string, content: string): string {
  const [start, end] = [`<!-- measured: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no markers for ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${content}\n\n${page.slice(to)}`;
}
