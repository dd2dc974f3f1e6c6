import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTrialProduct } from '@funnel/local';
import { commandLine, type Invocation } from '@funnel/servers';
import { type ConformanceRequest, readArguments } from './conformance-arguments.ts';
import type { ConformanceRun } from './conformance-run.ts';

/** `pnpm conformance`: official tools and clients against the real services, on a database thrown away. */
async function conformance({ root, localDir, args }: Invocation): Promise<number> {
  const request = readArguments(args);
  const folder = join(localDir, 'trial', String(process.pid));
  await mkdir(folder, { recursive: true });
  const starting = startTrialProduct(root, folder);
  let cleared: Promise<void> | undefined;
  const clear = () =>
    (cleared ??= starting
      .then(
        (product) => product.stop(),
        () => {},
      )
      .then(() => rm(folder, { recursive: true, force: true })));
  const interrupt = () => void clear().finally(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return (await runSuites(request, { root, localDir, folder, product: await starting })) ? 0 : 1;
  } finally {
    await clear();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function runSuites({ suites, revisions }: ConformanceRequest, run: ConformanceRun): Promise<boolean> {
  const outcomes: [string, boolean][] = [];
  const record = async (title: string, suite: () => Promise<boolean>) => {
    console.log(`\n${title}`);
    outcomes.push([title, await suite()]);
  };
  // Loaded when asked for: other commands need neither the SDKs nor their time to load.
  const { checkAuthorizationServer } = await import('./authorization.ts');
  const { checkToolServer } = await import('./server.ts');
  const { checkWithInspector } = await import('./inspector.ts');
  const { checkWithClients } = await import('./clients/clients.ts');
  if (suites.includes('authorization')) await record('authorization', () => checkAuthorizationServer(run));
  for (const revision of revisions) {
    if (suites.includes('server'))
      await record(`server, protocol ${revision}`, () => checkToolServer(run, revision));
    if (suites.includes('inspector'))
      await record(`inspector, protocol ${revision}`, () => checkWithInspector(run, revision));
  }
  if (suites.includes('clients')) await record('clients', () => checkWithClients(run, revisions));

  console.log('');
  for (const [title, isSound] of outcomes) console.log(`${isSound ? 'ok     ' : 'FAILED '} ${title}`);
  return outcomes.every(([, isSound]) => isSound);
}

export const main = commandLine(conformance);
