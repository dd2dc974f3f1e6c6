import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTrialProduct } from '@funnel/local';
import { commandLine, interruptible, type Invocation } from '@funnel/servers';
import { checkAuthorizationServer } from './authorization.ts';
import { checkWithClients } from './clients/clients.ts';
import { checkWithInspector } from './inspector.ts';
import { checkToolServer } from './server.ts';
import { type ConformanceRequest, readArguments } from './conformance-arguments.ts';
import type { ConformanceRun, Product } from './conformance-run.ts';

/** `npm run -s conformance`: runs official tools and clients against the real services, on a temporary database, or on given addresses. */
async function conformance({ root, localDir, args }: Invocation): Promise<number> {
  const request = readArguments(args, process.env);
  return interruptible(async (defer) => {
    const folder = join(localDir, 'trial', String(process.pid));
    await mkdir(folder, { recursive: true });
    defer(() => rm(folder, { recursive: true, force: true }));
    const product = request.product ?? (await startProduct(root, folder, defer));
    return (await runSuites(request, { root, localDir, folder, product })) ? 0 : 1;
  });
}

function startProduct(
  root: string,
  folder: string,
  defer: (cleanUp: () => unknown) => void,
): Promise<Product> {
  const starting = startTrialProduct(root, folder);
  defer(async () => (await starting.catch(() => undefined))?.stop());
  return starting;
}

async function runSuites({ suites, revisions }: ConformanceRequest, run: ConformanceRun): Promise<boolean> {
  const outcomes: [string, boolean][] = [];
  const record = async (title: string, suite: () => Promise<boolean>) => {
    console.log(`\n${title}`);
    outcomes.push([title, await suite()]);
  };
  if (suites.includes('authorization')) await record('authorization', () => checkAuthorizationServer(run));
  for (const revision of revisions) {
    if (suites.includes('server'))
      await record(`server, protocol ${revision}`, () => checkToolServer(run, revision));
    if (suites.includes('inspector'))
      await record(`inspector, protocol ${revision}`, () => checkWithInspector(run, revision));
  }
  if (suites.includes('clients')) await record('clients', () => checkWithClients(run, revisions));

  console.log('');
  for (const [title, passed] of outcomes) console.log(`${passed ? 'ok     ' : 'FAILED '} ${title}`);
  return outcomes.every(([, passed]) => passed);
}

/** Called by the bootstrap. */
export const main = commandLine(conformance);
