import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';
import { commandIn, type Container, environmentIn } from '../container.ts';

/** Runs operator commands in the image of the command line. */
export interface Operator {
  /** Runs a command such as `token --websites 10` and returns its standard output. */
  run(args: readonly string[], input?: string): string;
  /** Runs a line of the README: its `npm run -s NAME -- ...` runs in the image. */
  shell(line: string): string;
}

/** Writes a program `npm` that runs `npm run -s NAME -- ARGUMENTS` in a container, with the docs of the clone in /data/docs. */
export function createOperator(
  container: Container,
  { root, folder, env }: { root: string; folder: string; env: Readonly<Record<string, string>> },
): Operator {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const variables = Object.entries(environmentIn(container, env)).map(([name, value]) => `${name}=${value}`);
  const command = commandIn(container, container.config.Entrypoint, join(root, 'docs'));
  const line = ['env', '-i', ...variables, ...command].map(quote).join(' ');
  // `npm run -s NAME -- ARGUMENTS`
  const script = `#!/bin/sh\nshift 2\nname=$1; shift\n[ "$1" = -- ] && shift\nexec ${line} "$name" "$@"\n`;
  writeFileSync(join(bin, 'npm'), script);
  chmodSync(join(bin, 'npm'), 0o700);
  const shell = (text: string, input = '') => {
    const run = spawnSync('sh', ['-c', text], {
      env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
      input,
    });
    if (run.status !== 0) throw new LocalError(`${text} failed:\n${run.stdout}${run.stderr}`);
    return run.stdout;
  };
  return {
    shell,
    run: ([name = '', ...args], input) =>
      shell(['npm', 'run', '-s', name, '--', ...args].map(quote).join(' '), input),
  };
}

/** The commands of the README with their output: each `sh` block that a `text` block follows. */
export function readmeCommands(root: string): { command: string; output: string }[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return [...text.matchAll(/```sh\n([^`]+?)\n```\s+```text\n([^`]+)```/g)].map(
    ([, command = '', output = '']) => ({ command, output }),
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
