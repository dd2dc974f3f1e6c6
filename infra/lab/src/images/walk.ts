import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { LocalError } from '@funnel/servers';
import { randomEvent } from '../load/data.ts';
import type { Trial } from '../trial.ts';
import { documentedCommands, shell } from './documented.ts';

/** What the trial is called in Docker, apart from a product that may run there. */
const PROJECT = 'funnel-trial';
const NEXT = '1.2.0';
const EVENTS = 500;
/** A part of each block of the docs, in the order in which an operator needs them. */
const INSTALL = [
  'cp infra/deploy/compose/localhost.env .env',
  'rollout -- --build',
  'cli account add',
  'cli catalog -',
];
const USE = ['https://api.localhost/healthz', 'cli token --websites', 'docker compose logs'];
const RESTORE = ['> before.txt', 'backup backup.sh', 'restore.sh', 'diff before.txt', 'rollout -- --again'];

/** Follows docs/operate from an empty folder: install, update, going back, backup and restore. */
export async function walk({ root, folder, defer }: Trial): Promise<void> {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: PROJECT };
  await shell(root, `git clone --quiet . '${folder}'`, env);
  defer(() => shell(folder, 'docker compose --profile "*" down --volumes --remove-orphans --timeout 5', env));
  const commands = documentedCommands(folder);
  const left = new Set(commands);
  const follow = async (...parts: readonly string[]) => {
    for (const part of parts) {
      const found = commands.filter((text) => text.includes(part));
      if (found.length !== 1) throw new LocalError(`${found.length} blocks of the docs contain: ${part}`);
      for (const text of found) await shell(folder, text, env);
      for (const text of found) left.delete(text);
    }
  };
  const versionNow = () => parseEnv(readFileSync(join(folder, '.env'), 'utf8'))['FUNNEL_VERSION'] ?? '';

  await follow(...INSTALL);
  const events = Array.from({ length: EVENTS }, () => ({ ...randomEvent(1, 1), campaign_id: undefined }));
  const lines = events.map((event) => JSON.stringify(event)).join('\n');
  await shell(folder, `docker compose run --rm --no-TTY cli ingest - <<'END'\n${lines}\nEND`, env);
  await follow(...USE);

  const installed = versionNow();
  await shell(folder, tagsOf(NEXT, installed), env);
  await follow(`--version ${NEXT}`);
  equal(versionNow(), NEXT);
  await follow('rollout -- --back');
  equal(versionNow(), installed);

  await follow(...RESTORE);
  const tables = readFileSync(join(folder, 'before.txt'), 'utf8').trim().split('\n').length;
  ok(tables > 20, `the recount has ${tables} tables`);
  equal([...left].join('\n'), '', 'nobody ran these commands of the docs');
  console.log(`every command of the docs works; ${tables} tables are equal after the restore`);
}

/** Gives the images of a version another one, as if a registry had it. */
function tagsOf(version: string, from: string): string {
  const images = `docker image ls --filter 'reference=funnel/*:${from}' --format '{{.Repository}}'`;
  return `for image in $(${images}); do docker tag "$image:${from}" "$image:${version}"; done`;
}
