import { spawn, spawnSync } from 'node:child_process';
import { once as event } from 'node:events';
import { RolloutError } from './rollout-error.mjs';

/** `docker compose` in a folder, with one version of the images. */
export class Compose {
  #root;
  #env;

  constructor(root, version, files = []) {
    this.#root = root;
    this.#env = { ...process.env, FUNNEL_VERSION: version };
    if (files.length > 0) this.#env.COMPOSE_FILE = files.join(':');
  }

  /**
   * Runs a command and shows what it says. Returns whether it succeeded. It has a process group of its own: Ctrl-C
   * reaches the rollout, which decides when it is safe to stop.
   */
  async run(...args) {
    const child = spawn('docker', ['compose', ...args], {
      ...this.#options,
      stdio: ['ignore', 2, 2],
      detached: true,
    });
    try {
      const [status] = await event(child, 'close');
      return status === 0;
    } catch (error) {
      throw notStarted(error);
    }
  }

  /** Runs a service once. Nobody types into it: without `--no-TTY` Compose refuses to work from a terminal. */
  async once(...args) {
    return this.run('run', '--no-TTY', ...args);
  }

  /** Runs a short command and returns what it says; fails if it does. */
  read(...args) {
    const { status, stdout, stderr, error } = spawnSync('docker', ['compose', ...args], {
      ...this.#options,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    if (error) throw notStarted(error);
    if (status !== 0)
      throw new RolloutError(
        `docker compose ${args.join(' ')} failed, which reads compose.yaml, .env and settings.env:\n${stdout}${stderr}`,
      );
    return stdout;
  }

  get #options() {
    return { cwd: this.#root, env: this.#env };
  }
}

/** Runs a command of the engine: whether it succeeded, and what it says. */
export async function engine(...args) {
  const child = spawn('docker', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
  const [status] = await event(child, 'close');
  return { succeeded: status === 0, text: Buffer.concat(said).toString() };
}

function notStarted({ message }) {
  return new RolloutError(`docker could not be started: ${message}. Install Docker with Compose.`);
}
