import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, interruptible, type Invocation, LocalError } from '@funnel/servers';
import { Buildah, requirePrograms } from './buildah.ts';
import { buildImages, imageName, imageSizes } from './build-images.ts';
import { tryProduct } from './try/try-product.ts';

const USAGE = `Usage: npm run -s images -- [build|try|remove]
  build    builds all images without an engine and without a registry, and lists their sizes
  try      starts the whole product from them, and runs the README's commands and the conformance suites
  remove   deletes the images
Without a name: all three, one after the other.`;
const STEPS = ['build', 'try', 'remove'];

/** `npm run -s images`: the images of the services, built and tried on a machine without a container engine. */
async function images(invocation: Invocation): Promise<number> {
  const { root, localDir, args } = invocation;
  const steps = args.length === 0 ? STEPS : args;
  if (steps.some((name) => !STEPS.includes(name))) throw new LocalError(USAGE);
  requirePrograms();
  const folder = join(localDir, 'images');
  const buildah = new Buildah(folder);
  return interruptible(async (defer) => {
    if (steps.includes('build')) {
      await buildImages(root, folder, buildah);
      printSizes(buildah);
    }
    // Registered first, so it runs last.
    if (steps.includes('remove')) defer(() => removeAll(buildah, folder));
    if (steps.includes('try')) await tryProduct(invocation, buildah, defer);
    return 0;
  });
}

function printSizes(buildah: Buildah): void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log('| image | MB | without Node and its libraries, MB |\n| --- | --- | --- |');
  for (const { image, total, app } of imageSizes(buildah))
    console.log(`| ${imageName(image)} | ${megabytes(total)} | ${megabytes(app)} |`);
}

function removeAll(buildah: Buildah, folder: string): void {
  buildah.run('rm', '--all');
  buildah.run('rmi', '--all', '--force');
  rmSync(folder, { recursive: true, force: true });
}

/** Called by the bootstrap. */
export const main = commandLine(images);
