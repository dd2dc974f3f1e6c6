import { equal } from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '@funnel/servers';
import type { Docker } from '../docker.ts';
import { Documented, shell, timed } from './documented.ts';

/** What the trial is called in Docker, apart from a product that may run there. */
const PROJECT = 'funnel-trial';

/** Follows docs/operate/deploy.md from an empty folder, then goes on in a process that trusts the proxy. */
export async function install({
  root,
  folder,
  docker,
  defer,
}: {
  root: string;
  folder: string;
  docker: Docker;
  defer: (cleanUp: () => unknown) => void;
}): Promise<number> {
  const walk = join(folder, 'walk');
  const env = { ...docker.env, COMPOSE_PROJECT_NAME: PROJECT };
  rmSync(walk, { recursive: true, force: true });
  await timed('git clone', () => shell(root, `git clone --quiet . '${walk}'`));
  const docs = new Documented(walk, env);
  await docs.run('cp infra/deploy/compose/localhost.env .env');
  defer(async () => {
    await shell(walk, 'docker compose --profile "*" down --volumes --remove-orphans --timeout 5', { env });
    rmSync(walk, { recursive: true, force: true });
  });
  await timed('docs/operate/deploy.md: npm run -s secrets', () => shell(walk, 'npm run -s secrets', { env }));
  // The callers are few, and ask more often than people do.
  writeFileSync(
    join(walk, 'settings.env'),
    'RATE_LIMIT_PER_MINUTE=1000000\nRATE_LIMIT_PER_WEBSITE=1000000\n',
  );
  await docs.run('npm run -s rollout -- --build');
  await docs.run('cli account add');
  await docs.run('cli catalog -');
  await docs.run('https://api.localhost/healthz');
  await docs.run('cli token --websites');
  await timed('another host name is refused', async () => {
    const ask = `curl --silent --output /dev/null --write-out '%{http_code}' --cacert caddy.crt`;
    const foreign = `--header 'Host: other.example' https://api.localhost/`;
    equal(await shell(walk, `${ask} ${foreign}`, { env }), '421');
  });
  const names = join(root, 'infra', 'trials', 'src', 'images', 'walk', 'localhost-names.mjs');
  return runChild(
    process.execPath,
    [join(root, 'infra', 'local', 'bootstrap.mjs'), 'images', 'live-on', walk],
    {
      cwd: root,
      env: {
        ...env,
        NODE_EXTRA_CA_CERTS: join(walk, 'caddy.crt'),
        NODE_OPTIONS: `--import=${names}`,
      },
    },
  );
}
