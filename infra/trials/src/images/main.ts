import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, interruptible, type Invocation, LocalError } from '@funnel/servers';
import { findDocker } from './docker.ts';
import { makeStandIns } from './stand-ins.ts';
import { install } from './walk/install.ts';
import { liveOn } from './walk/live-on.ts';

const USAGE = `Usage: npm run -s images -- try|remove
  try      follows docs/operate from an empty folder, with a Docker engine and the compose.yaml of the last commit: install, first
           account, update under load, failed migration, going back, a service that is stuck, backup and restore
  remove   deletes the engine that \`try\` started, with its images`;

/** `npm run -s images`: the images of the services, built and tried with Docker. */
async function images({ root, localDir, args }: Invocation): Promise<number> {
  const folder = join(localDir, 'images');
  const [step, walk] = args;
  if (step === 'remove') {
    rmSync(folder, { recursive: true, force: true });
    return 0;
  }
  // The second half is a process of its own, which trusts the certificates of the first.
  if (step === 'live-on' && walk) return interruptible(() => liveOn({ root, walk }));
  if (step !== 'try' || args.length > 1) throw new LocalError(USAGE);
  return interruptible(async (defer) => {
    const docker = await findDocker(join(folder, 'engine'), defer);
    makeStandIns(docker, root, folder);
    return install({ root, folder, docker, defer });
  });
}

/** Called by the bootstrap. */
export const main = commandLine(images);
