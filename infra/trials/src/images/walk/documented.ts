import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { LocalError } from '@funnel/servers';

/** The pages that are followed. */
const PAGES = [
  'docs/operate/deploy.md',
  'docs/operate/update.md',
  'docs/operate/backup.md',
  'docs/operate/runbook.md',
];
const BLOCK = /<!-- run by infra\/trials\/src\/images\/walk\/documented\.ts -->\s+^ *```sh\n(.*?)^ *```$/gms;

/** The commands of the docs, as they are written there. */
export class Documented {
  readonly #folder: string;
  readonly #blocks: { page: string; text: string }[];
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, env: NodeJS.ProcessEnv = process.env) {
    this.#folder = folder;
    this.#env = env;
    this.#blocks = PAGES.flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8');
      return [...text.matchAll(BLOCK)].map(([, lines = '']) => ({
        page,
        text: lines.replaceAll(/^ +/gm, ''),
      }));
    });
  }

  /** Runs the block that contains a text, shows its time, and returns its standard output. */
  async run(text: string): Promise<string> {
    const found = this.#blocks.filter((block) => block.text.includes(text));
    const [block] = found;
    if (!block || found.length > 1)
      throw new LocalError(`${found.length} blocks of the docs contain: ${text}`);
    return timed(`${block.page}: ${block.text.trim().split('\n').join('; ')}`, () =>
      shell(this.#folder, block.text, { env: this.#env }),
    );
  }

  /** The commands of all pages. */
  get texts(): string[] {
    return this.#blocks.map(({ text }) => text);
  }
}

/** Runs a line in a folder with an input; fails with what it said. */
export async function shell(
  folder: string,
  line: string,
  { env = process.env, input = '' }: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<string> {
  const child = spawn('sh', ['-ec', line], { cwd: folder, env });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (status) => resolve(status)));
  // A command may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, status] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended]);
  if (status !== 0) throw new LocalError(`${line}\nended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Runs a step and prints its time. */
export async function timed<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  console.log(`ok ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${title}`);
  return result;
}
