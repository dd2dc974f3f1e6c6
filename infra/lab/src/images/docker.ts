import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '@funnel/servers';
import { say } from '../trial.ts';

/** An engine, and how to use it. */
export interface Docker {
  /** The environment in which `docker` finds the engine. */
  env: NodeJS.ProcessEnv;
  /** Runs `docker` and returns its standard output; fails with what it said. */
  run(args: readonly string[], input?: string): string;
  hasImage(name: string): boolean;
}

const START_MS = 30_000;
const INSTALL =
  'Install Docker with Compose 2.24 or newer, and start it as root or as its user. On Debian 13: apt-get install -y docker.io docker-compose docker-buildx';

/** The engine that runs on this machine, or one of its own below `folder` until the command ends. */
export async function findDocker(folder: string, defer: (cleanUp: () => unknown) => void): Promise<Docker> {
  if (spawnSync('docker', ['compose', 'version']).status !== 0)
    throw new LocalError(`There is no \`docker compose\`. ${INSTALL}`);
  const given = dockerWith(process.env);
  if (answers(given)) return given;
  if (process.getuid?.() !== 0 || spawnSync('dockerd', ['--version']).status !== 0)
    throw new LocalError(`No Docker engine answers. ${INSTALL}`);
  return startEngine(folder, defer);
}

async function startEngine(folder: string, defer: (cleanUp: () => unknown) => void): Promise<Docker> {
  say('starting a Docker engine');
  mkdirSync(folder, { recursive: true });
  const socket = `unix://${join(folder, 'docker.sock')}`;
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')];
  const log = openSync(join(folder, 'log'), 'w');
  const args = [...places, '--host', socket, '--pidfile', join(folder, 'pid')];
  const engine = spawn('dockerd', args, { stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise((resolve) => engine.once('exit', resolve));
  defer(async () => {
    engine.kill('SIGTERM');
    await ended;
  });
  const docker = dockerWith({ ...process.env, DOCKER_HOST: socket });
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(200)) {
    if (answers(docker)) return docker;
    if (engine.exitCode !== null) break;
  }
  throw new LocalError(`The Docker engine did not start: see ${join(folder, 'log')}.`);
}

function dockerWith(env: NodeJS.ProcessEnv): Docker {
  const spawnDocker = (args: readonly string[], input = '') =>
    spawnSync('docker', args, { env, input, encoding: 'utf8', maxBuffer: 100 * 1024 ** 2 });
  return {
    env,
    run(args, input) {
      const { status, stdout, stderr } = spawnDocker(args, input);
      if (status !== 0) throw new LocalError(`docker ${args.join(' ')} failed:\n${stdout}${stderr}`);
      return stdout;
    },
    hasImage: (name) => spawnDocker(['image', 'inspect', name]).status === 0,
  };
}

function answers({ env }: Docker): boolean {
  return spawnSync('docker', ['info'], { env, stdio: 'ignore' }).status === 0;
}
