import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shell } from './documented.ts';

/** How a version differs from the one that it is made of. */
interface Difference {
  /** One statement of one more migration. */
  migration?: string;
  /** A service that ends at its start. */
  broken?: string;
}

/** Adds a migration to those of the image: the last argument is its statement. */
const ADD_MIGRATION = `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const file = readdirSync('/app/node_modules/.pnpm', { recursive: true }).find((name) => name.endsWith('drizzle/meta/_journal.json'));
const journal = join('/app/node_modules/.pnpm', file);
const content = JSON.parse(readFileSync(journal, 'utf8'));
const last = content.entries.at(-1);
const tag = '9999_' + process.argv[2];
content.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
writeFileSync(journal, JSON.stringify(content));
writeFileSync(join(journal, '../..', tag + '.sql'), process.argv[3]);
`;

/** Makes images of another version from those of one, as if a registry had them. */
export async function makeVersion(
  walk: string,
  from: string,
  to: string,
  { migration, broken }: Difference,
): Promise<void> {
  const context = join(walk, '.local', 'next');
  mkdirSync(context, { recursive: true });
  writeFileSync(join(context, 'add-migration.mjs'), ADD_MIGRATION);
  for (const app of await builtApps(walk, from)) {
    const lines = [`FROM funnel/${app}:${from}`, `LABEL org.opencontainers.image.version=${to}`];
    if (app === 'cli' && migration)
      lines.push(
        'USER 0',
        'COPY add-migration.mjs /tmp/',
        `RUN node /tmp/add-migration.mjs v${to.replaceAll('.', '_')} "${migration}"`,
        'USER 1000:1000',
      );
    if (app === broken) lines.push('CMD ["-e", "throw new Error(1)"]');
    writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
    await shell(context, `docker build --quiet --tag funnel/${app}:${to} .`);
  }
  rmSync(context, { recursive: true, force: true });
}

/** Those of compose.yaml: the first rollout has built them. */
async function builtApps(walk: string, version: string): Promise<string[]> {
  const list = `docker image ls --filter 'reference=funnel/*:${version}' --format '{{.Repository}}'`;
  return (await shell(walk, list))
    .split('\n')
    .filter(Boolean)
    .map((name) => name.replace('funnel/', ''));
}
