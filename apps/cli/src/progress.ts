import type { Writable } from 'node:stream';

export interface Progress {
  /** `done` and `total` in any unit; without a total only the text is shown. */
  update(state: { done: number; total?: number | undefined; text: string }): void;
  end(): void;
}

const WIDTH = 24;
const TERMINAL_INTERVAL_MS = 100;
/** Where nobody watches a bar grow (a log, a pipe), a line now and then. */
const LOG_INTERVAL_MS = 5_000;

/** A bar on a terminal, lines elsewhere; never on standard output. */
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
