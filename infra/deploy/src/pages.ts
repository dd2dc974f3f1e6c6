import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf, SECRETS } from '../secrets/secret.mjs';
import { configurationTables } from './configuration/configuration-tables.ts';
import { markdownTable } from './markdown-table.ts';

export { deploymentFiles } from './generated-files.ts';

const GENERATED = /(?<=^<!-- Generated from [^>]+ -->\n\n).*(?=\n\n<!-- End of what is generated. -->$)/ms;

/** Pages of docs/reference with what is generated in them, between two comments. */
export async function referencePages(root: string): Promise<Record<string, string>> {
  const rows = SECRETS.map((secret) => [`\`${fileNameOf(secret)}\``, secret.purpose, secret.rotate]);
  return {
    ...(await pageWith(root, 'docs/reference/configuration.md', configurationTables())),
    ...(await pageWith(
      root,
      'docs/reference/secrets.md',
      markdownTable(['file', 'protects', 'how to rotate it'], rows),
    )),
  };
}

async function pageWith(root: string, path: string, tables: string): Promise<Record<string, string>> {
  const page = await readFile(join(root, path), 'utf8');
  if (!GENERATED.test(page)) throw new Error(`${path} has lost the comments around what is generated`);
  return { [path]: page.replace(GENERATED, () => tables) };
}
