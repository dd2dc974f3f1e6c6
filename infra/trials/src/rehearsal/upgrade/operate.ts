import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LocalError } from '@funnel/servers';
import type { Version } from './version.ts';

/** Runs the commands of argument 2 with the code of argument 1. Prints what each of them prints, as JSON. */
const SCRIPT = `
  import { Writable } from 'node:stream';
  const [cli, commands] = process.argv.slice(1);
  const { runCli } = await import(cli);
  const outputs = [];
  for (const argv of JSON.parse(commands)) {
    let output = '';
    const stdout = new Writable({ write: (chunk, _encoding, done) => ((output += chunk), done()) });
    const { env, stdin, stderr } = process;
    const wallClock = () => new Date();
    const { signal } = new AbortController();
    const status = await runCli({ argv, env, cwd: process.cwd(), stdin, stdout, stderr, wallClock, signal });
    if (status !== 0) throw new Error(argv[0] + ' failed');
    outputs.push(output);
  }
  console.log(JSON.stringify(outputs));`;

/** Runs operator's commands of a version in one process. Returns the standard output of each. */
export function operate(
  version: Version,
  env: NodeJS.ProcessEnv,
  commands: readonly (readonly string[])[],
): string[] {
  const cli = pathToFileURL(join(version.root, 'apps', 'cli', 'dist', 'index.js')).href;
  const args = ['--input-type=module', '-e', SCRIPT, cli, JSON.stringify(commands)];
  const done = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (done.status !== 0) throw new LocalError(`A command of ${version.name} failed.\n${done.stderr}`);
  return JSON.parse(done.stdout) as string[];
}
