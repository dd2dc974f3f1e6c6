import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';

/** What an image says about how to run it. */
export interface ImageConfig {
  Env: string[];
  Entrypoint: string[];
  Cmd: string[] | null;
  User: string;
  WorkingDir: string;
  StopSignal?: string;
  Healthcheck?: { Test: string[] };
  Labels: Record<string, string>;
}

/** Debian's packages with the programs. */
const PACKAGES = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', unshare: 'util-linux' };

/** Builds images without an engine, in a storage of its own below `folder`. */
export class Buildah {
  readonly #storage: string[];

  constructor(folder: string) {
    // Whole copies instead of layers on top of each other: works everywhere, also inside a container.
    this.#storage = [
      '--storage-driver=vfs',
      `--root=${join(folder, 'storage')}`,
      `--runroot=${join(folder, 'run')}`,
    ];
  }

  /** Runs a command of buildah and returns its standard output. */
  run(...args: string[]): string {
    return runProgram('buildah', [...this.#storage, ...args]);
  }

  /** Whether an image exists. */
  has(image: string): boolean {
    return this.run('images', '--format', '{{.Name}}').split('\n').includes(`localhost/${image}`);
  }

  config(image: string): ImageConfig {
    const { Docker } = JSON.parse(this.run('inspect', '--type', 'image', `localhost/${image}`)) as {
      Docker: { config: ImageConfig };
    };
    return Docker.config;
  }

  /** A new container of an image: its name, and the folder with its file system. */
  open(image: string): { name: string; root: string } {
    const name = this.run('from', '--pull-never', `localhost/${image}`).trim();
    return { name, root: this.run('mount', name).trim() };
  }

  remove(name: string): void {
    this.run('rm', name);
  }
}

/** Fails with the packages to install. */
export function requirePrograms(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new LocalError('Building and running images without an engine needs Linux and root.');
  const missing = Object.entries(PACKAGES).filter(([name]) => spawnSync(name, ['--version']).status !== 0);
  if (missing.length > 0)
    throw new LocalError(
      `Install what is missing: apt-get install -y --no-install-recommends ${missing.map(([, name]) => name).join(' ')}`,
    );
}

/** Runs a program to its end and returns its standard output; fails with what it said. */
export function runProgram(program: string, args: readonly string[]): string {
  const run = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 100 * 1024 ** 2 });
  if (run.error) throw new LocalError(`${program} could not be started: ${run.error.message}`);
  if (run.status !== 0)
    throw new LocalError(`${program} ${args.join(' ')} failed:\n${run.stdout}${run.stderr}`);
  return run.stdout;
}
