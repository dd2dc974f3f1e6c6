import { equal, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { randomEvent } from '../load/data.ts';
import type { Trial } from '../trial.ts';
import { documentedCommand, shell } from './documented.ts';

/** What the trial is called in Docker, apart from a product that may run there. */
const PROJECT = 'funnel-trial';
const NEXT = '1.2.0';
const EVENTS = 500;
/** A part of each block of the docs, in the order in which an operator needs them. */
export const STEPS = {
  install: [
    'cp infra/deploy/compose/localhost.env .env',
    'rollout -- --build',
    'cli account add',
    'cli catalog -',
  ],
  use: ['https://api.localhost/healthz', 'cli token --websites', 'docker compose logs'],
  update: [`--version ${NEXT}`],
  goBack: ['rollout -- --back'],
  restore: ['> before.txt', 'backup backup.sh', 'restore.sh', 'diff before.txt', 'rollout -- --again'],
};

/** Follows docs/operate from an empty folder: install, update, going back, backup and restore. */
export async function walk({ root, folder, defer }: Trial): Promise<void> {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: PROJECT };
  await shell(root, `git clone --quiet . '${folder}'`, env);
  defer(() => shell(folder, 'docker compose --profile "*" down --volumes --remove-orphans --timeout 5', env));
  const follow = async (parts: readonly string[]) => {
    for (const part of parts) await shell(folder, documentedCommand(folder, part), env);
  };
  const versionNow = () => parseEnv(readFileSync(join(folder, '.env'), 'utf8'))['FUNNEL_VERSION'] ?? '';

  await follow(STEPS.install);
  const events = Array.from({ length: EVENTS }, () => ({ ...randomEvent(1, 1), campaign_id: undefined }));
  writeFileSync(join(folder, 'events.ndjson'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  await shell(folder, 'docker compose run --rm --no-TTY cli ingest - < events.ndjson', env);
  await follow(STEPS.use);

  const installed = versionNow();
  await shell(folder, tagsOf(NEXT, installed), env);
  await follow(STEPS.update);
  equal(versionNow(), NEXT);
  await follow(STEPS.goBack);
  equal(versionNow(), installed);

  await follow(STEPS.restore);
  const tables = readFileSync(join(folder, 'before.txt'), 'utf8').trim().split('\n').length;
  ok(tables > 20, `the recount has ${tables} tables`);
  console.log(`every command of the docs works; ${tables} tables are equal after the restore`);
}

/** Gives the images of a version another one, as if a registry had it. */
function tagsOf(version: string, from: string): string {
  const images = `docker image ls --filter 'reference=funnel/*:${from}' --format '{{.Repository}}'`;
  return `for image in $(${images}); do docker tag "$image:${from}" "$image:${version}"; done`;
}
