import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTrialProduct, type TrialProduct } from '@funnel/local';
import {
  commandLine,
  interruptible,
  type Invocation,
  openCluster,
  runningUrl,
  startCluster,
  stopCluster,
} from '@funnel/servers';

export interface Trial {
  root: string;
  /** For what is kept from run to run. */
  localDir: string;
  /** For everything else; deleted at the end. */
  folder: string;
  defer: Defer;
}

/** Registers what must be stopped when the command ends or is interrupted. */
type Defer = (cleanUp: () => unknown) => void;

/** A root command that tries or measures the product: reads its arguments, and resolves with whether everything held. */
export function trialCommand<Request>(
  name: string,
  readArguments: (args: string[]) => Request,
  run: (request: Request, trial: Trial) => Promise<boolean>,
): (call: Omit<Invocation, 'localDir'>) => Promise<number> {
  return commandLine(async ({ root, localDir, args }) => {
    const request = readArguments(args);
    return interruptible(async (defer) => {
      const folder = join(localDir, name, String(process.pid));
      await mkdir(folder, { recursive: true });
      defer(() => rm(folder, { recursive: true, force: true }));
      return (await run(request, { root, localDir, folder, defer })) ? 0 : 1;
    });
  });
}

/** Starts the product on a new database until the trial ends. */
export function startProduct(
  { root, folder, defer }: Omit<Trial, 'localDir'>,
  env: Readonly<Record<string, string>> = {},
): Promise<TrialProduct> {
  const starting = startTrialProduct(root, folder, env);
  defer(async () => (await starting.catch(() => undefined))?.stop());
  return starting;
}

/** Starts a new PostgreSQL until the trial ends. Returns its address. */
export async function startPostgres({ folder, defer }: Pick<Trial, 'folder' | 'defer'>): Promise<string> {
  const cluster = await openCluster(join(folder, 'postgres'));
  const starting = startCluster(cluster);
  defer(async () => {
    await starting.catch(() => {});
    await stopCluster(cluster);
  });
  await starting;
  return (await runningUrl(cluster.folder, 'postgres')) ?? '';
}

export function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
