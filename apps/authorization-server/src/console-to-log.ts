import type { Logger } from '@funnel/service';

/**
 * Import this before oidc-provider, which prints to the console as soon as it is imported. The lines are held until
 * there is a logger.
 */
const heldLines: string[] = [];
let write = (line: string): void => void heldLines.push(line);

Object.assign(console, {
  info: (line: unknown) => write(String(line)),
  warn: (line: unknown) => write(String(line)),
});

/** Sends everything printed to the console, so far and from now on, to the log. */
export function sendConsoleToLog(logger: Logger): void {
  write = (line) => logger.info(line);
  for (const line of heldLines.splice(0)) write(line);
}
