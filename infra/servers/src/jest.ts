import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from './child.ts';
import type { Invocation } from './command-line.ts';

/** The arguments of Node for Jest. The condition selects `src/index.ts` of workspace packages: tests need no build. */
export function jestFlags(root: string): string[] {
  const loader = pathToFileURL(join(root, 'infra', 'servers', 'jest', 'load-sources.mjs')).href;
  return ['--import', loader, '--conditions=@funnel/source'];
}

/** Runs Jest over all projects, or over those that `args` selects. */
export function runJest({ root, args }: Pick<Invocation, 'root' | 'args'>): Promise<number> {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  return runChild(process.execPath, [...jestFlags(root), jest, ...args], { cwd: root });
}
