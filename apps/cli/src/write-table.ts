import type { CommandContext } from './context.ts';

export type TableColumns<Row> = Readonly<Record<string, (row: Row) => string>>;

/** Writes rows for people, as aligned columns, or for programs, as one JSON object a line. */
export function writeTable<Row>(
  { stdout, say }: CommandContext,
  rows: readonly Row[],
  { columns, json }: { columns: TableColumns<Row>; json: boolean },
): void {
  if (json) {
    for (const row of rows) stdout.write(`${JSON.stringify(row)}\n`);
    return;
  }
  if (rows.length === 0) {
    say('None.');
    return;
  }
  const names = Object.keys(columns);
  const lines = [names, ...rows.map((row) => names.map((name) => oneLine(columns[name]?.(row) ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
}

/** Names come from people and applications: a control character could change what the terminal shows. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
