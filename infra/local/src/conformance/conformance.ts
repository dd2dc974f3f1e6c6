import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Invocation } from '../invocation.ts';
import { LocalError } from '../local-error.ts';
import { checkAuthorizationServer } from './authorization.ts';
import { startTrialProduct } from './trial-product.ts';

/** `pnpm conformance authorization`: the official suites against the real services, on a database thrown away. */
export async function conformance({ root, localDir, args }: Invocation): Promise<number> {
  const [suite] = args;
  if (suite !== 'authorization') throw new LocalError('Usage: pnpm conformance authorization');
  const folder = join(localDir, 'trial', String(process.pid));
  await mkdir(folder, { recursive: true });
  const product = await startTrialProduct(root, folder);
  try {
    return await checkAuthorizationServer(localDir, product);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
