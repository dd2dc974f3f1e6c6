import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';
import { grantAccess, type Person } from '@funnel/testing';
import type { Trial } from '../trial.ts';

/** A program from the npm registry that is not a dependency; downloaded when it is first needed. */
export interface NpmTool {
  name: string;
  version: string;
  /** The path of its script in the package. */
  script: string;
}

/** The MCP tools need Node 22.19. */
const NODE = { name: 'node', version: '22.23.3', script: 'bin/node' };

/**
 * Runs a tool with a Node that is new enough, and collects its output. `onOutput` receives everything printed so far; if
 * it rejects, the tool is stopped.
 */
export async function runTool(
  { localDir, folder: cwd }: Trial,
  tool: NpmTool,
  args: string[],
  onOutput: (printed: string) => Promise<void> = async () => {},
  env = process.env,
) {
  const script = await install(localDir, tool);
  const child = spawn(await modernNode(localDir), [script, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { status: 1, stdout: '', stderr: '' };
  let failure: unknown;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      run[name] += chunk.toString();
      onOutput(run[name]).catch((error: unknown) => {
        failure = error;
        child.kill();
      });
    });
  }
  run.status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (failure) throw failure;
  return run;
}

async function modernNode(localDir: string): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isModern = major > 22 || (major === 22 && minor >= 19);
  return isModern ? process.execPath : install(localDir, NODE);
}

async function install(localDir: string, { name, version, script }: NpmTool): Promise<string> {
  const folder = join(localDir, 'tools', `${name.replace('/', '-')}-${version}`);
  const file = join(folder, 'node_modules', name, script);
  if (existsSync(file)) return file;
  process.stderr.write(`- Downloading ${name} ${version} (once)\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = ['install', '--prefix', folder, ...quiet, `${name}@${version}`];
  const { status } = spawnSync('npm', npm, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new LocalError(`${name} could not be downloaded. Is the npm registry reachable?`);
  return file;
}

/** For tools that print an address to open: opens it, logs in, allows access and follows the redirect back. */
export function openPrintedAddress(
  person: Person,
  callbackOrigin: string,
): (printed: string) => Promise<void> {
  let isOpened = false;
  return async (printed) => {
    // Waits for the white space after it: the address may be printed in parts.
    const [address] = /https?:\/\/\S*code_challenge=\S*(?=\s)/.exec(printed) ?? [];
    if (!address || isOpened) return;
    isOpened = true;
    await fetch(await grantAccess(address, person, callbackOrigin));
  };
}
