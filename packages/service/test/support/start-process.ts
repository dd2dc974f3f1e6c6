import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type LogLine = { msg: string; level: string; url?: string } & Record<string, unknown>;

export interface StartedProcess {
  pid: number;
  /** Log lines so far. */
  lines: LogLine[];
  stderr: () => string;
  /** Resolves with the first line whose message is this; rejects when the process ends without it. */
  line(message: string): Promise<LogLine>;
  /** Where it listens. */
  url(): Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** The exit code, or the signal that killed it. */
  exited: Promise<number | NodeJS.Signals | null>;
}

/** Runs a built script (`dist`, so that what is tested is what is deployed) with nothing but the given environment. */
export function startProcess(script: string, env: Record<string, string | undefined>): StartedProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
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
        reject(new Error(`ended without "${message}": ${JSON.stringify(lines)} ${errors}`)),
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
