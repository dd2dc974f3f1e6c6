import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, interruptible, type Invocation } from '@funnel/servers';
import { type FaultRequest, readArguments } from './fault-arguments.ts';
import { faultTable } from './fault-table.ts';
import { failOnCrashes, killAtRandom } from './kill-at-random.ts';
import { type FaultResult, runFault } from './run-fault.ts';
import { say } from './say.ts';
import { openStage, type Stage } from './stage.ts';

/** `npm run -s faults`: breaks parts of the running product, shows what callers saw, and recounts every number. */
async function faults({ root, localDir, args }: Invocation): Promise<number> {
  const request = readArguments(args);
  return interruptible(async (defer) => {
    const folder = join(localDir, 'faults', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    const names = request.faults.map(({ name }) => name);
    const stage = await openStage({
      root,
      folder,
      defer,
      withRedis: names.some((name) => name.startsWith('redis')),
      withSmallDisk: names.includes('disk-full'),
    });
    if (request.kills) await killAtRandom(stage, request.kills);
    if (request.faults.length > 0) await runFaults(stage, request);
    return 0;
  });
}

async function runFaults(stage: Stage, request: FaultRequest): Promise<void> {
  const results: FaultResult[] = [];
  for (const fault of request.faults) {
    say(fault.title);
    const lastsMs = Math.min(fault.lastsMs, request.atMostMs);
    results.push(await runFault(stage, fault, lastsMs));
  }
  console.log(faultTable(results));
  console.log(
    `\n${stage.recount.size} events accepted, 0 differences, ${stage.services.crashes.length} crashes`,
  );
  failOnCrashes(stage);
}

/** Called by the bootstrap. */
export const main = commandLine(faults);
