import { join } from 'node:path';
import { commandLine, type Invocation, runChild, runJest } from '@funnel/servers';

type Command = (call: Omit<Invocation, 'localDir'>) => Promise<number>;

/** Each has a folder of its own. */
const COMMANDS: Readonly<Record<string, () => Promise<{ main: Command }>>> = {
  bench: () => import('./bench/main.ts'),
  conformance: () => import('./conformance/main.ts'),
  faults: () => import('./faults/main.ts'),
  fuzz: () => import('./fuzz/main.ts'),
  images: () => import('./images/main.ts'),
  rehearse: () => import('./rehearsal/main.ts'),
};

/** `npm run -s lab:test`: types, lint and suites of the lab. Arguments are for Jest. */
const test = commandLine(async ({ root, args }) => {
  const [tsc, oxlint] = ['typescript/bin/tsc', 'oxlint/bin/oxlint'].map((path) =>
    join(root, 'node_modules', path),
  );
  const checks = [
    [tsc ?? '', '-b', 'infra/lab/test'],
    [oxlint ?? '', '--type-aware', '--deny-warnings', 'infra/lab'],
  ];
  for (const check of checks) {
    const status = await runChild(process.execPath, check, { cwd: root });
    if (status !== 0) return status;
  }
  process.env['FUNNEL_LAB'] = 'yes';
  return runJest({ root, args });
});

export const main: Command = async (call) => {
  if (call.command === 'lab-test') return test(call);
  const load = COMMANDS[call.command];
  if (!load) throw new Error(`The lab has no command ${call.command}`);
  return (await load()).main(call);
};
