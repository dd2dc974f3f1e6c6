import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Buildah, type ImageConfig } from './buildah.ts';
import { imageName } from './build-images.ts';

/** The file system of an image, and how to run programs in it. */
export interface Container {
  image: string;
  root: string;
  config: ImageConfig;
  remove(): void;
}

/** A program that runs in a container. */
export interface ContainerProcess {
  /** Resolves with its exit status. */
  ended: Promise<number | null>;
  stop(): void;
}

type Variables = Readonly<Record<string, string>>;

/**
 * What an engine does: own mounts and process ids, a root that cannot be written to, an own /tmp, the user of the image.
 * The program becomes process 1. Arguments: root, user, group, folder, a folder to mount or nothing, the program.
 */
const ENTER = `set -e
root=$1 user=$2 group=$3 folder=$4 volume=$5; shift 5
mount --bind "$root" "$root"
if [ -n "$volume" ]; then mount --bind "$volume" "$root/data/docs"; fi
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/tmp"
exec unshare --root="$root" --wd="$folder" --setgid="$group" --setuid="$user" "$@"`;

/** Unpacks an image. */
export function openContainer(buildah: Buildah, image: string): Container {
  const { name, root } = buildah.open(imageName(image));
  // Mount points, which an engine creates as well.
  for (const folder of ['proc', 'dev', 'tmp', 'data/docs'])
    mkdirSync(join(root, folder), { recursive: true });
  return { image, root, config: buildah.config(imageName(image)), remove: () => buildah.remove(name) };
}

/** The command that runs a program in a container: by default the one of the image. */
export function commandIn(
  { root, config }: Container,
  program: readonly string[] = [...config.Entrypoint, ...(config.Cmd ?? [])],
  volume = '',
): string[] {
  const [user = '', group = ''] = config.User.split(':');
  const own = ['--mount', '--pid', '--fork', '--kill-child'];
  return [
    'unshare',
    ...own,
    'sh',
    '-c',
    ENTER,
    'sh',
    root,
    user,
    group,
    config.WorkingDir,
    volume,
    ...program,
  ];
}

/** The environment of a program: that of the image, and the given one. */
export function environmentIn({ config }: Container, env: Variables = {}): Record<string, string> {
  const own = config.Env.map(
    (line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)] as const,
  );
  return { ...Object.fromEntries(own), ...env };
}

/** Starts the program of an image; it writes to a log file. */
export function startContainer(container: Container, env: Variables, logFile: string): ContainerProcess {
  const [program = '', ...args] = commandIn(container);
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, { env: environmentIn(container, env), stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    ended,
    stop() {
      if (child.exitCode !== null) return;
      // unshare passes no signals on to the first process of the container.
      const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      process.kill(Number(first), container.config.StopSignal);
    },
  };
}

/** Runs a program in a container to its end. */
export function runIn(
  container: Container,
  program: readonly string[],
  env: Variables = {},
): { status: number | null; stdout: string; stderr: string } {
  const [file = '', ...args] = commandIn(container, program);
  return spawnSync(file, args, { env: environmentIn(container, env), encoding: 'utf8' });
}
