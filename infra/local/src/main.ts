import { join } from 'node:path';
import { bench } from './bench/bench.ts';
import { runCommand } from './command.ts';
import { conformance } from './conformance/conformance.ts';
import type { Invocation } from './invocation.ts';
import { runJest } from './jest.ts';
import { LocalError } from './local-error.ts';
import { start } from './start/start.ts';
import { test } from './test.ts';

/** What follows the bootstrap; resolves with the exit status. */
export async function main(call: Omit<Invocation, 'localDir'>): Promise<number> {
  const localDir = process.env['FUNNEL_LOCAL_DIR'] || join(call.root, '.local');
  const invocation = { ...call, localDir };
  try {
    switch (invocation.command) {
      case 'start':
        return await start(invocation);
      case 'test':
        return await test(invocation);
      case 'bench':
        return await bench(invocation);
      case 'conformance':
        return await conformance(invocation);
      case 'jest':
        return await runJest(invocation.root, invocation.args);
      default:
        return await runCommand(invocation);
    }
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    console.error(`\n${error.message}`);
    return 1;
  }
}
