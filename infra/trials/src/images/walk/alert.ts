import { ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shell } from './documented.ts';

const LISTENER = 'funnel-trial-listener';
const PROFILES = 'COMPOSE_PROFILES=authorization-server,monitoring';
/** Two minutes until the alert, half a minute until it is sent. */
const WAIT_MS = 300_000;
/** Writes down what it is sent. */
const LISTEN =
  'require("http").createServer((q, a) => { q.pipe(process.stdout, { end: false }); q.on("end", () => a.end()); }).listen(8080)';

/** Stops a service, and waits until the profile `monitoring` has told somebody. */
export async function waitForAlert(walk: string): Promise<void> {
  const run = (line: string) => shell(walk, line);
  await run(`docker rm --force ${LISTENER}`).catch(() => {});
  await run(
    `docker run --detach --name ${LISTENER} --network "$COMPOSE_PROJECT_NAME"_web --network-alias listener node:24-bookworm-slim node -e '${LISTEN}'`,
  );
  try {
    writeFileSync(join(walk, 'secrets', 'alert_webhook_url'), 'http://listener:8080/\n');
    await run(`${PROFILES} docker compose up --detach --no-deps prometheus alertmanager`);
    await run('docker compose stop insights-worker');
    const heard = () => run(`docker logs ${LISTENER}`);
    const deadline = Date.now() + WAIT_MS;
    while (!(await heard()).includes('ServiceDown')) {
      ok(
        Date.now() < deadline,
        `nobody was told: ${await run(`${PROFILES} docker compose logs alertmanager`)}`,
      );
      await sleep(2000);
    }
    await run('docker compose start insights-worker');
  } finally {
    await run(`docker rm --force ${LISTENER}`);
  }
}
