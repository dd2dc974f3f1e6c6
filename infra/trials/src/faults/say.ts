/** Shows what happens, on standard error. */
export function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
