import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, interruptible, LocalError } from '@funnel/servers';
import { findDocker } from './docker.ts';
import { makeStandIns } from './stand-ins.ts';
import { walk } from './walk.ts';

const USAGE = `Usage: npm run -s images -- try|remove
  try      runs the commands of docs/operate from an empty folder, with a Docker engine and the compose.yaml of the last commit:
           install, first account, update, going back, backup and restore
  remove   deletes the engine that \`try\` started, with its images`;

/** `npm run -s images`: the images of the services, built and tried with Docker. */
export const main = commandLine(async ({ root, localDir, args }) => {
  const folder = join(localDir, 'images');
  if (args.join(' ') === 'remove') {
    rmSync(folder, { recursive: true, force: true });
    return 0;
  }
  if (args.join(' ') !== 'try') throw new LocalError(USAGE);
  return interruptible(async (defer) => {
    const docker = await findDocker(join(folder, 'engine'), defer);
    makeStandIns(docker, root, folder);
    await walk({ root, folder: join(folder, 'walk'), docker, defer });
    return 0;
  });
});
