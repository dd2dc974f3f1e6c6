import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalError } from '@funnel/servers';
import { say } from '../trial.ts';

/** What a registry would have: the name of the image, by its target in infra/deploy/docker/stand-ins/Dockerfile. */
const STAND_INS = {
  node: 'node:24-bookworm-slim',
  caddy: 'caddy:2',
  postgres: 'postgres:18',
  valkey: 'valkey/valkey:8',
};
/** The file systems that they begin with, made of Debian's packages. */
const ROOTS = {
  'stand-in/base': { release: 'bookworm', packages: 'libstdc++6,ca-certificates' },
  'stand-in/servers': {
    release: 'trixie',
    packages: 'ca-certificates,caddy,postgresql-17,valkey-server,valkey-tools',
  },
};
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Makes the images of other projects that the engine does not have, where nothing can be pulled. */
export function makeStandIns(root: string, folder: string): void {
  const missing = Object.entries(STAND_INS).filter(([, image]) => !hasImage(image));
  if (missing.length === 0) return;
  for (const [name, { release, packages }] of Object.entries(ROOTS)) {
    if (hasImage(name)) continue;
    say(`making ${name} from Debian's packages`);
    const archive = join(folder, 'root.tar');
    run('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages}`, release, archive]);
    run('docker', ['import', archive, name]);
    rmSync(archive);
  }
  const context = join(folder, 'context');
  cpSync(join(root, 'infra', 'deploy', 'docker', 'stand-ins'), context, { recursive: true });
  copyFileSync(process.execPath, join(context, 'node'));
  cpSync(npmFolder(), join(context, 'npm'), { recursive: true });
  copyFileSync(CERTIFICATES, join(context, 'ca-certificates.crt'));
  for (const [target, image] of missing) {
    say(`building a stand-in for ${image}`);
    run('docker', ['build', '--quiet', '--target', target, '--tag', image, context]);
  }
  rmSync(context, { recursive: true, force: true });
}

function hasImage(name: string): boolean {
  return spawnSync('docker', ['image', 'inspect', name]).status === 0;
}

function npmFolder(): string {
  const npm = run('sh', ['-c', 'command -v npm']).trim();
  return dirname(dirname(realpathSync(npm)));
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error)
    throw new LocalError(
      `${program} could not be started: apt-get install -y --no-install-recommends ${program}`,
    );
  if (status !== 0) throw new LocalError(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
