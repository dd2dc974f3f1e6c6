import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../bench-context.ts';
import { machineText } from './machine.ts';
import { durationText, type Results, splitRows } from './results.ts';
import { tableOf } from './table.ts';

const PAGE = 'docs/explanation/performance.md';

/** Writes the measured parts of docs/explanation/performance.md that are of the architecture of these results. */
export async function updateDocs(root: string, results: Results): Promise<void> {
  const page = join(root, PAGE);
  await writeFile(page, pageWith(await readFile(page, 'utf8'), results));
  say(`Wrote the figures of ${results.machine.architecture} to ${PAGE}`);
}

/** The page with new figures between the markers of their architecture. Those of others stay as they are. */
export function pageWith(page: string, results: Results): string {
  const { targets, information } = splitRows(results);
  const { settings, machine, measuredOn, commit } = results;
  const size =
    settings.name === 'full'
      ? ''
      : `This was a run with \`--${settings.name}\`; the targets are for the full size. `;
  const at = commit ? ` at commit ${commit}` : '';
  const events = settings.events.toLocaleString('en');
  const parts = {
    machine: `${size}Measured on ${measuredOn}${at} with ${events} events: ${machineText(machine)} ${durationText(results)}`,
    targets: tableOf(targets),
    information: tableOf(information),
  };
  return Object.entries(parts).reduce(
    (text, [name, content]) => replacePart(text, `${name} ${machine.architecture}`, content),
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
