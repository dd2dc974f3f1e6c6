import type { Writable } from 'node:stream';

/** Shows how far a command has come. */
export interface Progress {
  /** `done` and `total` are in any unit; without a total only the text is shown. */
  update(state: { done: number; total?: number | undefined; text: string }): void;
  /** Removes the bar. */
  end(): void;
}

const WIDTH = 24;
const TERMINAL_INTERVAL_MS = 100;
/** In a log or a pipe, a line every few seconds is enough. */
const LOG_INTERVAL_MS = 5_000;

/** Draws a progress bar on a terminal and writes lines elsewhere. Pass stderr: stdout is for results. */
export function createProgress(stream: Writable & { isTTY?: boolean }, wallClock: () => Date): Progress {
  const interval = stream.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  let last = wallClock().getTime();
  let drawn = false;
  return {
    update({ done, total, text }) {
      const now = wallClock().getTime();
      if (now - last < interval) return;
      last = now;
      const line = total ? `${bar(done / total)} ${text}` : text;
      drawn ||= stream.isTTY === true;
      stream.write(stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end() {
      if (drawn) stream.write('\r\u001b[2K');
    },
  };
}

function bar(fraction: number): string {
  const share = Math.min(1, Math.max(0, fraction));
  const filled = Math.round(share * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
