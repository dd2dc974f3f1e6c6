import type { FaultResult, Seen } from './run-fault.ts';

const COLUMNS = [
  'what happens',
  'for',
  'caller',
  'answers other than 200',
  'without 200 for',
  'slowest',
  'lost',
];

/** A Markdown table with a line for each caller. */
export function faultTable(results: readonly FaultResult[]): string {
  const rows = results.flatMap(({ fault, lastedMs, seen }) =>
    seen.map((one, index) => [
      index === 0 ? fault.title : '',
      index === 0 ? seconds(lastedMs) : '',
      one.caller,
      failuresOf(one),
      one.withoutMs === 0 ? '' : seconds(one.withoutMs),
      seconds(one.slowestMs),
      index === 0 ? 'nothing' : '',
    ]),
  );
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function failuresOf({ failures }: Seen): string {
  const counts = Object.entries(failures).toSorted(([, one], [, other]) => other - one);
  return counts.map(([outcome, count]) => `${outcome} (${count})`).join(', ') || 'none';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
