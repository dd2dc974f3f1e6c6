import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command of the README, and the output that it shows. */
export interface ReadmeCommand {
  command: string;
  output: string;
}

/** The commands of the README with their output: each `sh` block that a `text` block follows. */
export function readmeCommands(root: string): ReadmeCommand[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return [...text.matchAll(/```sh\n([^`]+?)\n```\s+```text\n([^`]+)```/g)].map(
    ([, command = '', output = '']) => ({ command, output }),
  );
}
