import { LocalError } from '@funnel/servers';
import type { SectionName, Settings } from '../settings.ts';
import type { Machine } from './machine.ts';
import { isKept, type Row, tableOf } from './table.ts';

/** What a run measured, as it is written to the JSON file. */
export interface Results {
  measuredOn: string;
  /** What was measured; missing without git. */
  commit?: string;
  machine: Machine;
  settings: Settings;
  sections: Partial<Record<SectionName, Row[]>>;
  /** How long each section took. */
  seconds: Partial<Record<SectionName, number>>;
}

/** The results in a JSON file of an earlier run. */
export function parseResults(text: string): Results {
  const results = JSON.parse(text) as Results;
  if (!results.machine.architecture)
    throw new LocalError('These results do not say for which architecture they are: measure again.');
  return results;
}

/** How long the run took, and its sections; without the time to load the data. */
export function durationText({ seconds }: Results): string {
  const all = Object.values(seconds).reduce((sum, each) => sum + each, 0);
  const parts = Object.entries(seconds).map(([name, each]) => `${name} ${timeText(each)}`);
  return `It took ${timeText(all)}: ${parts.join(', ')}.`;
}

function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** The rows with a target, and those for information. */
export function splitRows({ sections }: Results): { targets: Row[]; information: Row[] } {
  const rows = Object.values(sections).flat();
  return {
    targets: rows.filter(({ target }) => target),
    information: rows.filter(({ target }) => !target),
  };
}

/** Both tables, as the command prints them. */
export function tablesOf(results: Results): string {
  const { targets, information } = splitRows(results);
  return [targets, information]
    .filter((rows) => rows.length > 0)
    .map((rows) => tableOf(rows))
    .join('\n\n');
}

/** The rows that miss their target. */
export function missedRows(results: Results): Row[] {
  return splitRows(results).targets.filter((row) => isKept(row) === false);
}

/** 1 if a target is missed in a run of the full size, which the targets are for. */
export function exitCodeOf(results: Results): 0 | 1 {
  return results.settings.name === 'full' && missedRows(results).length > 0 ? 1 : 0;
}
