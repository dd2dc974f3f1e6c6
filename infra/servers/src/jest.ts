import { join } from 'node:path';
import { runChild } from './child.ts';
import type { Invocation } from './command-line.ts';

/** Runs Jest over all projects, or over those that `args` selects. */
export function runJest({ root, args }: Pick<Invocation, 'root' | 'args'>): Promise<number> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return runChild(process.execPath, [...flags, jest, ...args], { cwd: root });
}
