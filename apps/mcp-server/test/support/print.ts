/** Figures for whoever reads the run; a reporter may leave out what goes through the console. */
export function print(title: string, figures: ReadonlyMap<string, number>): void {
  const lines = [...figures].map(([name, value]) => `  ${name}: ${value}`).sort();
  process.stdout.write(`${title}\n${lines.join('\n')}\n`);
}
