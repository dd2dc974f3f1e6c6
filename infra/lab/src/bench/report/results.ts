import { spawnSync } from 'node:child_process';
import type { SectionName, Settings } from '../settings.ts';
import { isKept, type Row, tableOf } from './table.ts';

export interface Results {
  measuredOn: string;
  commit?: string;
  machine: string;
  size: Settings['name'];
  sections: Partial<Record<SectionName, Row[]>>;
}

/** The commit that is measured, and whether it was changed; undefined without git. */
export function commitOf(root: string): string | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=8', 'HEAD');
  if (status !== 0) return undefined;
  const isChanged = git('status', '--porcelain').stdout.trim() !== '';
  return `${stdout.trim()}${isChanged ? ' with changes' : ''}`;
}

export function tablesOf({ sections }: Results): string {
  return Object.entries(sections)
    .map(([name, rows]) => `${name}\n\n${tableOf(rows)}`)
    .join('\n\n');
}

export function missedRows({ sections }: Results): Row[] {
  return Object.values(sections)
    .flat()
    .filter((row) => isKept(row) === false);
}

/** Whether every target is kept; a run of another size than the full one, which the targets are for, is always good. */
export function isGood(results: Results): boolean {
  return results.size !== 'full' || missedRows(results).length === 0;
}
