import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError, runChild } from '@funnel/servers';
import { makeBaseImage } from './base-image.ts';
import { type Buildah, runProgram } from './buildah.ts';
import { IMAGES } from './images.ts';

/** The size of an image, in bytes. */
export interface ImageSize {
  image: string;
  total: number;
  /** Without Node and its libraries. */
  app: number;
}

const BASE = 'funnel-base';

/** The name of the image of a service. */
export const imageName = (image: string): string => `funnel/${image}`;

/** Builds every target of the Dockerfile on a base made here, from services prepared here. */
export async function buildImages(root: string, folder: string, buildah: Buildah): Promise<void> {
  const out = join(folder, 'out');
  say('preparing the services');
  const prepare = join(root, 'infra', 'deploy', 'docker', 'prepare.mjs');
  if ((await runChild(process.execPath, [prepare, out], { stdio: ['ignore', 2, 2] })) !== 0)
    throw new LocalError('The services could not be prepared; see above.');
  if (!buildah.has(BASE)) {
    say('making a base image from Debian');
    makeBaseImage(buildah, folder, BASE);
  }
  for (const image of IMAGES) {
    say(`building ${imageName(image)}`);
    buildah.run('bud', '--isolation=chroot', ...buildArguments(root, image, out), root);
  }
  rmSync(out, { recursive: true, force: true });
}

function buildArguments(root: string, target: string, prepared: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const values = {
    BASE: `localhost/${BASE}`,
    VERSION: version,
    REVISION: commit || 'unknown',
    CREATED: new Date().toISOString(),
  };
  const file = join(root, 'infra', 'deploy', 'docker', 'Dockerfile');
  // The format of OCI has no health check.
  const output = ['--format', 'docker', '--target', target, '--tag', imageName(target)];
  const args = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  return ['--pull-never', '--build-context', `prepared=${prepared}`, '--file', file, ...output, ...args];
}

/** The sizes of all images, uncompressed. */
export function imageSizes(buildah: Buildah): ImageSize[] {
  const bytes = (path: string) => Number(runProgram('du', ['-sb', path]).split('\t')[0]);
  return IMAGES.map((image) => {
    const { name, root } = buildah.open(imageName(image));
    try {
      return { image, total: bytes(root), app: bytes(join(root, 'app')) };
    } finally {
      buildah.remove(name);
    }
  });
}

/** Shows what happens, on standard error. */
function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
