/** Prints figures to stdout, because a reporter may hide console output. */
export function print(title: string, figures: ReadonlyMap<string, number | string>): void {
  const lines = [...figures].map(([name, value]) => `  ${name}: ${value}`).sort();
  process.stdout.write(`${title}\n${lines.join('\n')}\n`);
}
