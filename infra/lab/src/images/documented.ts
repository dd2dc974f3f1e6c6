import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { LocalError } from '@funnel/servers';

const PAGES = [
  'docs/operate/deploy.md',
  'docs/operate/update.md',
  'docs/operate/backup.md',
  'docs/operate/runbook.md',
];
const BLOCK = /<!-- run by infra\/lab\/src\/images\/documented\.ts -->\s+^ *```sh\n(.*?)^ *```$/gms;

/** The commands of the docs in a clone, as they are written there. */
export function documentedCommands(clone: string): string[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(join(clone, page), 'utf8');
    return [...text.matchAll(BLOCK)].map(([, lines = '']) => lines.replaceAll(/^ +/gm, ''));
  });
}

export function documentedCommand(clone: string, part: string): string {
  const [found, another] = documentedCommands(clone).filter((text) => text.includes(part));
  if (found === undefined || another !== undefined)
    throw new LocalError(`Not one block of the docs has: ${part}`);
  return found;
}

/** Runs lines of the shell in a folder and prints their time; fails with what they said. */
export async function shell(cwd: string, lines: string, env: NodeJS.ProcessEnv): Promise<string> {
  const started = performance.now();
  const child = spawn('sh', ['-ec', lines], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, status] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended]);
  if (status !== 0) throw new LocalError(`${lines}\nended with ${status}:\n${stdout}${stderr}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`ok ${seconds} s  ${lines.trim().split('\n').join('; ')}`);
  return stdout;
}
