import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pauseSince } from './until.ts';

/** One JSON line of a service's log. */
export type LogLine = { msg: string; level: string; url?: string } & Record<string, unknown>;

/** A child process of a test, and its log. */
export interface StartedProcess {
  pid: number;
  /** Log lines so far. */
  lines: LogLine[];
  stderr: () => string;
  /** Resolves with the first line that has this message; rejects if the process exits without logging it. */
  line(message: string): Promise<LogLine>;
  /** The address it listens on. */
  url(): Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
}

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

/** Starts a built script (`dist`: tests run what is deployed) with only the given environment. */
export function startProcess(script: string, env: Record<string, string | undefined>): StartedProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', endWithParent, script], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const lines: LogLine[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const output = createInterface({ input: child.stdout });
  output.on('line', (text) => {
    const logLine: LogLine = JSON.parse(text);
    lines.push(logLine);
  });
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });

  function line(message: string): Promise<LogLine> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find(({ msg }) => msg === message);
        if (found) resolve(found);
      };
      look();
      output.on('line', look);
      void exited.then(() =>
        reject(new Error(`exited without "${message}": ${JSON.stringify(lines)} ${errors}`)),
      );
    });
  }

  return {
    pid: child.pid ?? 0,
    lines,
    stderr: () => errors,
    line,
    url: async () => String((await line('listening')).url),
    signal: (name) => void child.kill(name),
    exited,
  };
}

/** Polls `/readyz` until it answers with this status; returns the last status seen. */
export async function readyStatus(url: string, wanted: number, timeoutMs = 60_000): Promise<number> {
  for (const startedAt = performance.now(); ; ) {
    const { status } = await fetch(`${url}/readyz`);
    if (status === wanted || performance.now() > startedAt + timeoutMs) return status;
    await pauseSince(startedAt);
  }
}

/** Sends SIGTERM and requires a clean exit. */
export async function stopProcess(child: StartedProcess): Promise<void> {
  child.signal('SIGTERM');
  const code = await child.exited;
  if (code !== 0)
    throw new Error(
      `exited with ${code} on SIGTERM: ${child.stderr()} ${JSON.stringify(child.lines.slice(-20))}`,
    );
}
