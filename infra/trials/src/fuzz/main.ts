import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, interruptible, type Invocation } from '@funnel/servers';
import { attackProduct } from './connections/attack-product.ts';
import { startCaddy } from './connections/start-caddy.ts';
import { type FuzzOptions, readArguments, readRounds, SHARES, type TargetName } from './fuzz-arguments.ts';
import { runFuzz } from './run-fuzz.ts';
import { type Failure, Tally } from './tally.ts';
import { authorizationTarget } from './targets/authorization.ts';
import { intakeTarget } from './targets/intake.ts';
import { mcpTarget } from './targets/mcp.ts';
import { restTarget } from './targets/rest.ts';
import type { Target } from './targets/target.ts';
import { startTenants, type World } from './tenants/start-tenants.ts';

const PROGRESS_MS = 10_000;
const SHOWN_CHARACTERS = 1_500;

const TARGETS: Record<TargetName, (root: string, world: World) => Target | Promise<Target>> = {
  rest: restTarget,
  mcp: (_root, world) => mcpTarget(world),
  intake: intakeTarget,
  authorization: (_root, world) => authorizationTarget(world),
};

/** `npm run -s fuzz`: sends seeded requests to the real services on a temporary database, and checks every answer. */
async function fuzz({ root, localDir, args }: Invocation): Promise<number> {
  const rounds = readRounds(args);
  const options = rounds === undefined ? readArguments(args) : undefined;
  return interruptible(async (defer) => {
    const folder = join(localDir, 'fuzz', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    const world = await startTenants({ root, folder, defer });
    if (!options) {
      const proxied = await startCaddy({ root, folder, addresses: world.addresses, defer });
      if (!proxied) console.log('SKIPPED: caddy is not installed, so nothing is sent through it');
      // Each round opens more connections and sends more slowly.
      const sizes = Array.from({ length: rounds ?? 1 }, (_, round) => ({
        connections: 40 * 3 ** round,
        dripMs: 30 * 6 ** round,
      }));
      await attackProduct(world, proxied, { sizes, say: (text) => console.log(text) });
      console.log('No failures');
      return 0;
    }
    const tally = new Tally((failure) => console.log(describe(failure)));
    const started = Date.now();
    const progress = setInterval(() => {
      console.error(
        `- ${tally.total} of ${options.requests} requests, ${tally.failures.size} kinds of failures`,
      );
    }, PROGRESS_MS);
    defer(() => clearInterval(progress));
    await sendEverything(root, world, options, tally);

    for (const [kind, times] of tally.failures) console.log(`FAILED ${times} times: ${kind}`);
    console.log(tally.summary());
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `${tally.total} requests in ${seconds} s, seed ${options.seed}, ${tally.overloaded} answers 503 with Retry-After`,
    );
    console.log(tally.failures.size === 0 ? 'No failures' : `${tally.failures.size} kinds of failures`);
    return tally.failures.size === 0 ? 0 : 1;
  });
}

async function sendEverything(
  root: string,
  world: World,
  { only, requests, seed }: FuzzOptions,
  tally: Tally,
): Promise<void> {
  const sum = only.reduce((all, name) => all + SHARES[name], 0);
  await Promise.all(
    only.map(async (service) => {
      const target = await TARGETS[service](root, world);
      const share = Math.ceil((requests * SHARES[service]) / sum);
      await runFuzz({ service, target, tenants: world.tenants, requests: share, seed, tally });
    }),
  );
}

function describe({ service, reason, curl, answer }: Failure): string {
  const head = answer ? `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text}` : 'none';
  return `FAILED ${service}: ${reason}\n${shorten(curl)}\nanswer: ${shorten(head)}\n`;
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Called by the bootstrap. */
export const main = commandLine(fuzz);
