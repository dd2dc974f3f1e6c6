import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type CliContext, runCli } from '@funnel/cli';
import { type LocalDatabase, acquireDatabase } from '../database.ts';
import { LocalError } from '../local-error.ts';
import type { Invocation } from '../invocation.ts';
import { localSecrets } from '../secrets.ts';
import { choosePorts } from './choose-ports.ts';
import { claimClone } from './running-file.ts';
import { type ServiceProcess, lastLines, startService, untilReady } from './service-process.ts';
import { SERVICES } from './services.ts';

/** `npm start`: the whole product on this machine until Ctrl-C or SIGTERM. */
export async function start({ root, localDir, args }: Invocation): Promise<number> {
  const withDemo = readArguments(args);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

  await mkdir(join(localDir, 'logs'), { recursive: true });
  const releaseClone = await claimClone(localDir);
  try {
    const ports = await choosePorts(SERVICES, process.env);
    say('Database: starting');
    const database = await acquireDatabase(localDir, process.env);
    say(`Database: ${database.label}`);
    try {
      const env = { ...(await localSecrets(localDir)), ...process.env, DATABASE_URL: database.url };
      await prepare(database, env, withDemo, stop.signal);
      if (stop.signal.aborted) return 0;
      const processes = [...ports].map(([service, port]) =>
        startService({ root, localDir, service, port, env }),
      );
      try {
        return await runUntilStopped(processes, join(localDir, 'logs'), stop.signal);
      } finally {
        for (const process of processes) process.stop();
        await Promise.all(processes.map((process) => process.ended));
      }
    } finally {
      await database.release();
      say('Stopped; the data is kept');
    }
  } finally {
    await releaseClone();
  }
}

function readArguments(args: string[]): boolean {
  const unknown = args.filter((arg) => arg !== '--no-demo');
  if (unknown.length > 0)
    throw new LocalError(`Unknown: ${unknown.join(' ')}. Usage: npm start [-- --no-demo]`);
  return !args.includes('--no-demo');
}

async function prepare(
  database: LocalDatabase,
  env: NodeJS.ProcessEnv,
  withDemo: boolean,
  signal: AbortSignal,
): Promise<void> {
  const context: Omit<CliContext, 'argv'> = {
    env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stderr,
    stderr: process.stderr,
    wallClock: () => new Date(),
    signal,
  };
  const steps = [['migrate'], ...(withDemo ? [['demo', '--if-empty']] : [])];
  for (const argv of steps) {
    const status = await runCli({ ...context, argv });
    if (status !== 0 && !signal.aborted)
      throw new LocalError(`${argv.join(' ')} failed against ${database.label}; see above.`);
  }
}

async function runUntilStopped(
  processes: ServiceProcess[],
  logs: string,
  signal: AbortSignal,
): Promise<number> {
  const stopped = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'));
  });
  say('Services: starting');
  const ready = Promise.all(processes.map((process) => untilReady(process))).then(() => 'ready' as const);
  ready.catch(() => {}); // a stop may come first
  if ((await Promise.race([stopped, ready])) === 'stopped') return 0;
  for (const { service, url } of processes) console.log(`${service.title.padEnd(22)} ${url}`);
  console.log(`${'Logs'.padEnd(22)} ${relative(process.cwd(), logs)}`);
  console.log('Ready. Ctrl-C stops everything and keeps the data.');

  const died = Promise.race(processes.map((process) => process.ended.then(() => process)));
  const first = await Promise.race([stopped, died]);
  if (first === 'stopped') return 0;
  throw new LocalError(
    `${first.service.title} ended by itself. The end of ${first.logFile}:\n${await lastLines(first.logFile)}`,
  );
}

function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
