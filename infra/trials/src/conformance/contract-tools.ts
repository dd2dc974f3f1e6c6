import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the committed list of tools, which every client must receive. */
export async function contractTools(root: string): Promise<{ name: string }[]> {
  const { tools } = JSON.parse(await readFile(join(root, 'contracts', 'tools.json'), 'utf8')) as {
    tools: { name: string }[];
  };
  return tools;
}
