import { spawnSync } from 'node:child_process';
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

  /** Runs a command; what it says is shown. Returns whether it succeeded. */
  run(...args) {
    const { status } = this.#spawn(args, ['ignore', 2, 2]);
    return status === 0;
  }

  /** Runs a command and returns what it says; fails if it does. */
  read(...args) {
    const { status, stdout, stderr } = this.#spawn(args, ['ignore', 'pipe', 'pipe']);
    if (status !== 0) throw new RolloutError(`docker compose ${args.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  }

  #spawn(args, stdio) {
    const options = { cwd: this.#root, env: this.#env, stdio, encoding: 'utf8' };
    const run = spawnSync('docker', ['compose', ...args], options);
    if (run.error)
      throw new RolloutError(
        `docker could not be started: ${run.error.message}. Install Docker with Compose.`,
      );
    return run;
  }
}

/** Runs a command of the engine: whether it succeeded, and what it says. */
export function engine(...args) {
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  return { succeeded: status === 0, text: `${stdout}${stderr}` };
}
