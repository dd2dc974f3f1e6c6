import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The tools as committed, which every client must be given. */
export async function contractTools(root: string): Promise<{ name: string }[]> {
  const { tools } = JSON.parse(await readFile(join(root, 'contracts', 'tools.json'), 'utf8')) as {
    tools: { name: string }[];
  };
  return tools;
}
