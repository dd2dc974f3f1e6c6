import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, interruptible, type Invocation, LocalError } from '@funnel/servers';
import { startProduct } from './product.ts';
import { startCollector } from './traces/collector.ts';
import { traceEveryService, tracingEnv } from './traces/one-trace.ts';
import { printTrace } from './traces/print-trace.ts';

/** `npm run -s monitoring -- trace`: prints one trace through all services. */
async function monitoring({ root, localDir, args }: Invocation): Promise<number> {
  if (args.join(' ') !== 'trace') throw new LocalError('Usage: npm run -s monitoring -- trace');
  return interruptible(async (defer) => {
    const folder = join(localDir, 'monitoring', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    const collector = await startCollector();
    defer(() => collector.close());
    const product = await startProduct(root, folder, tracingEnv(collector));
    defer(() => product.stop());
    console.log(printTrace(await traceEveryService(product, collector)));
    return 0;
  });
}

/** Called by the bootstrap. */
export const main = commandLine(monitoring);
