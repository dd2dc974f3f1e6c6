import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchmodSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '@funnel/servers';
import type { ServiceDefinition } from './services.ts';

export type ServiceProcess = ReturnType<typeof startService>;

export interface ServiceStart {
  root: string;
  localDir: string;
  service: ServiceDefinition;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Keeps the log of an earlier process. */
  append?: boolean;
}

const READY_TIMEOUT_MS = 180_000;
const READY_INTERVAL_MS = 100;
const SHOWN_LOG_LINES = 15;

/** Starts a service as a direct child. It stops when the IPC channel closes, even if this process is killed. */
export function startService({ root, localDir, service, port, env, append }: ServiceStart) {
  const logFile = join(localDir, 'logs', `${service.app}.log`);
  const log = openSync(logFile, append ? 'a' : 'w', 0o600);
  // One of an earlier version may be readable by all.
  fchmodSync(log, 0o600);
  const main = join(root, 'apps', service.app, 'dist', 'main.js');
  const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', main], {
    env: { ...env, [service.portVariable]: String(port) },
    stdio: ['ignore', log, log, 'ipc'],
    // In a separate group: Ctrl-C reaches only this process, which stops the services in order.
    detached: true,
  });
  closeSync(log);
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    /** Undefined if it could not be started. */
    pid: child.pid,
    logFile,
    /** Resolves when the process has exited for any reason: with its status, or null after a signal. */
    ended: new Promise<number | null>((resolve) => child.once('exit', (status) => resolve(status))),
    stop: () => void child.kill('SIGTERM'),
    /** Ends it at once, as a crash would. */
    kill: () => void child.kill('SIGKILL'),
  };
}

export async function untilReady(
  process: Pick<ServiceProcess, 'service' | 'url' | 'logFile' | 'ended'>,
): Promise<void> {
  const ended = process.ended.then(() => 'ended' as const);
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; ) {
    if (await answersReady(process.url)) return;
    if ((await Promise.race([ended, sleep(READY_INTERVAL_MS)])) === 'ended') break;
  }
  throw new LocalError(
    `${process.service.title} did not become ready. The end of ${process.logFile}:\n${await lastLines(process.logFile)}`,
  );
}

export async function lastLines(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-SHOWN_LOG_LINES).join('\n');
}

async function answersReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
