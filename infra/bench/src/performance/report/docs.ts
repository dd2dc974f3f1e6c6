import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../say.ts';
import { timesChart } from './bar-chart.ts';
import { concurrencyChart } from './concurrency-chart.ts';
import { growthChart } from './growth-chart.ts';
import { machineText } from './machine.ts';
import { type QuestionTimes, type Results } from './results.ts';
import { tableOf } from './table.ts';
import { splitRows } from './tables.ts';

const PAGE = ['docs', 'explanation', 'performance.md'];
const IMAGES = ['docs', 'images'];

/** Writes the measured parts of docs/explanation/performance.md and its plots. Plots of sections that were not run stay. */
export async function updateDocs(root: string, results: Results): Promise<void> {
  const page = join(root, ...PAGE);
  await writeFile(page, pageWith(await readFile(page, 'utf8'), results));
  await mkdir(join(root, ...IMAGES), { recursive: true });
  for (const [name, svg] of Object.entries(plotsOf(results))) {
    await writeFile(join(root, ...IMAGES, `performance-${name}.svg`), svg);
  }
  say('Wrote docs/explanation/performance.md and its plots');
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
  if (from < 0 || to < from) throw new Error(`docs/explanation/performance.md has no markers for ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${content}\n\n${page.slice(to)}`;
}

/** One plot per section that was run. */
export function plotsOf({ sections }: Results): Record<string, string> {
  const times = joinTimes([...(sections.reports?.times ?? []), ...(sections.http?.times ?? [])]);
  const { concurrency } = sections.concurrency ?? {};
  const { growth } = sections.growth ?? {};
  return {
    ...(sections.reports && {
      reports: timesChart(
        'Time per report, logarithmic',
        times.filter(({ duckdb }) => duckdb),
      ),
    }),
    ...(concurrency && {
      concurrency: concurrencyChart('Website report over HTTP, by number of connections', concurrency),
    }),
    ...(growth && { growth: growthChart('Time with more events in the same two years, relative', growth) }),
  };
}

/** The figures of both sections about one question. */
function joinTimes(times: readonly QuestionTimes[]): QuestionTimes[] {
  const joined = new Map<string, QuestionTimes>();
  for (const each of times) joined.set(each.title, { ...joined.get(each.title), ...each });
  return [...joined.values()];
}
