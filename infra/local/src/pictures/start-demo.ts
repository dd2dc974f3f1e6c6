import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LocalError } from '@funnel/servers';
import { SERVICES } from '../start/services.ts';

/** The product with the demo data, which is gone after it stops. */
export interface RunningDemo {
  /** The address of the dashboard. */
  url: string;
  login: { email: string; password: string };
  /** Where its mails are kept. */
  mails: string;
  stop(): Promise<void>;
}

/** Starts the product as `npm start` does, on free ports and in a temporary folder. */
export async function startDemo(root: string): Promise<RunningDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'funnel-pictures-'));
  const ports = Object.fromEntries(SERVICES.map(({ portVariable }) => [portVariable, '0']));
  const env = { ...process.env, ...ports, FUNNEL_LOCAL_DIR: folder, DATABASE_URL: '', REDIS_URL: '' };
  const child = spawn(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), 'start', '--demo'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const said = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (name && value) said.set(name, value);
    if (line.startsWith('Ready.')) break;
  }
  const url = said.get('Reports');
  const [email, password] = said.get('Demo login')?.split(/ +/) ?? [];
  const mails = join(folder, 'mail');
  if (url && email && password) return { url, login: { email, password }, mails, stop };
  await stop();
  throw new LocalError('npm start has stopped unexpectedly; see the messages above.');
}
