import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';

/** The documents of a YAML file. Anchors and merge keys are resolved. */
export async function readYaml(file: string): Promise<unknown[]> {
  const documents = parseAllDocuments(await readFile(file, 'utf8'), { merge: true });
  return documents.map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: ${error.message}`);
    return document.toJS() as unknown;
  });
}

/** The variables of a file with lines `NAME=value`, as Kustomize and Docker read them; `#` begins a comment. */
export async function readEnvFile(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`${file}: ${line} is not NAME=value`);
      return [name, value];
    }),
  );
}
