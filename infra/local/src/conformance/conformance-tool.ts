import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalError } from '../local-error.ts';

/** The official tool of the MCP project, and the Node it needs (it does not run on 20). */
const PACKAGES = ['node@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];

export interface ToolRun {
  status: number;
  output: string;
}

/** Runs the tool; `onOutput` sees what it has printed so far, to act on what it asks for. */
export async function runConformance(
  localDir: string,
  args: string[],
  onOutput: (output: string) => void = () => {},
): Promise<ToolRun> {
  const folder = await install(join(localDir, 'conformance'));
  const node = join(folder, 'node_modules', '.bin', 'node');
  const tool = join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const child = spawn(node, [tool, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(output);
    });
  }
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return { status, output };
}

async function install(folder: string): Promise<string> {
  if (existsSync(join(folder, 'node_modules', '.bin', 'conformance'))) return folder;
  process.stderr.write('- Fetching the MCP conformance tool (once)\n');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync('npm', ['install', '--prefix', folder, ...quiet, ...PACKAGES], {
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0)
    throw new LocalError('The conformance tool could not be fetched: is the npm registry reachable?');
  return folder;
}
