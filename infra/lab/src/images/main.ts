import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';
import { trialCommand } from '../trial.ts';
import { makeStandIns } from './stand-ins.ts';
import { walk } from './walk.ts';

const USAGE = `Usage: npm run -s images -- try
  runs the commands of docs/operate from an empty folder, with a Docker engine and the compose.yaml of the last commit:
  install, first account, update, going back, backup and restore`;

const INSTALL =
  'Install Docker with Compose 2.24 or newer, and start it as root or as its user. On Debian 13: apt-get install -y docker.io docker-compose docker-buildx';

function readArguments(args: string[]): void {
  if (args.join(' ') !== 'try') throw new LocalError(USAGE);
}

/** `npm run -s images -- try`: the images of the services, built and tried with Docker. */
export const main = trialCommand('images', readArguments, async (_, trial) => {
  requireDocker();
  makeStandIns(trial.root, trial.folder);
  await walk({ ...trial, folder: join(trial.folder, 'walk') });
  return true;
});

function requireDocker(): void {
  if (spawnSync('docker', ['compose', 'version']).status !== 0)
    throw new LocalError(`There is no \`docker compose\`. ${INSTALL}`);
  if (spawnSync('docker', ['info']).status !== 0)
    throw new LocalError(`No Docker engine answers. ${INSTALL}`);
}
