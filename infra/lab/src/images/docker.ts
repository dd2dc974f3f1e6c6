import { spawnSync } from 'node:child_process';
import { LocalError } from '@funnel/servers';

const INSTALL =
  'Install Docker with Compose 2.24 or newer, and start it as root or as its user. On Debian 13: apt-get install -y docker.io docker-compose docker-buildx';

export function requireDocker(): void {
  if (spawnSync('docker', ['compose', 'version']).status !== 0)
    throw new LocalError(`There is no \`docker compose\`. ${INSTALL}`);
  if (spawnSync('docker', ['info']).status !== 0)
    throw new LocalError(`No Docker engine answers. ${INSTALL}`);
}

export function hasImage(name: string): boolean {
  return spawnSync('docker', ['image', 'inspect', name]).status === 0;
}
