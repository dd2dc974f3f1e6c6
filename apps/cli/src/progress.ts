import type { Writable } from 'node:stream';

const WIDTH = 24;
const TERMINAL_INTERVAL_MS = 100;
/** In a log or a pipe, a line every few seconds is enough. */
const LOG_INTERVAL_MS = 5_000;
const STALLED_MS = 30_000;
const CHECK_MS = 1_000;

/**
 * Draws a progress bar on a terminal and writes lines elsewhere. Pass stderr: stdout is for results. After 30 seconds
 * without progress it says what the command waits for, and again every 30 seconds.
 */
export function createProgress(
  stream: Writable & { isTTY?: boolean },
  wallClock: () => Date,
  waitingFor: () => string | undefined,
) {
  const interval = stream.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  let last = wallClock().getTime();
  let [movedAt, saidAt] = [last, last];
  let drawn = false;
  const write = (line: string) => {
    drawn ||= stream.isTTY === true;
    stream.write(stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  };
  const clear = () => {
    if (drawn) stream.write('\r\u001b[2K');
  };
  const timer = setInterval(() => {
    const now = wallClock().getTime();
    if (now - Math.max(movedAt, saidAt) < STALLED_MS) return;
    saidAt = now;
    const seconds = Math.round((now - movedAt) / 1000);
    write(`no progress for ${seconds} s: ${waitingFor() ?? 'still working'}`);
  }, CHECK_MS).unref();
  return {
    /** `done` and `total` are in any unit; without a total only the text is shown. */
    update({ done, total, text }: { done: number; total?: number | undefined; text: string }): void {
      const now = wallClock().getTime();
      movedAt = now;
      if (now - last < interval) return;
      last = now;
      write(total ? `${bar(done / total)} ${text}` : text);
    },
    /** Removes the bar until the next update, for a message. */
    clear,
    end(): void {
      clearInterval(timer);
      clear();
    },
  };
}

function bar(fraction: number): string {
  const share = Math.min(1, Math.max(0, fraction));
  const filled = Math.round(share * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
