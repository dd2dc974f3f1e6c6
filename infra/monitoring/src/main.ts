import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, interruptible, type Invocation, LocalError } from '@funnel/servers';
import { drawPicture } from './picture/picture.ts';
import { startProduct } from './product.ts';
import { startCollector } from './traces/collector.ts';
import { traceEveryService, tracingEnv } from './traces/one-trace.ts';
import { printTrace } from './traces/print-trace.ts';

/** `npm run -s monitoring -- trace` and `npm run -s monitoring picture`. */
async function monitoring({ root, localDir, args: [what] }: Invocation): Promise<number> {
  if (what !== 'trace' && what !== 'picture')
    throw new LocalError('Usage: npm run -s monitoring -- trace | npm run -s monitoring picture');
  return interruptible(async (defer) => {
    const folder = join(localDir, 'monitoring', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    console.log(
      what === 'trace' ? await showTrace(root, folder, defer) : await drawPicture(root, folder, defer),
    );
    return 0;
  });
}

async function showTrace(
  root: string,
  folder: string,
  defer: (cleanUp: () => unknown) => void,
): Promise<string> {
  const collector = await startCollector();
  defer(() => collector.close());
  const product = await startProduct(root, folder, tracingEnv(collector));
  defer(() => product.stop());
  return printTrace(await traceEveryService(product, collector));
}

/** Called by the bootstrap. */
export const main = commandLine(monitoring);
