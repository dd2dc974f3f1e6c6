import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExampleModules } from './example-modules.ts';
import type { Example } from './find-examples.ts';

/** The types of the variables that examples may use without declaring them. */
const VARIABLES: Readonly<Record<string, string>> = {
  baseUrl: 'string',
  connection: "import('@funnel/db').Connection",
  client: '{ clientId: string; clientSecret: string }',
  database: "import('@funnel/db').Database",
  databaseUrl: 'string',
  day: "import('@funnel/domain').Day",
  encryptionKey: 'Uint8Array',
  event: 'object',
  file: "import('node:stream').Readable",
  issuer: 'string',
  lastWatched: "import('@funnel/domain').LastDay",
  parsedEvent: "import('@funnel/ingest').FunnelEvent",
  period: "import('@funnel/domain').Period",
  principal: "import('@funnel/auth').Principal",
  shopWebsite: "import('@funnel/db').WebsiteFacts",
  sqlFolder: 'URL',
  token: 'string',
  websiteId: "import('@funnel/domain').WebsiteId",
};

/** The name of the package in a folder. */
export function nameOfPackage(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;
}

/** Writes the examples of a package as modules; `api` is what it exports. */
export function writeExamples(folder: string, examples: readonly Example[], api: object): ExampleModules {
  const name = nameOfPackage(folder);
  return new ExampleModules(folder, examples, ({ file, code }) => {
    const given = Object.entries(VARIABLES).filter(([variable]) => isFree(variable, code));
    const declarations = given.map(([variable, type]) => `declare const ${variable}: ${type};`);
    // A README shows its imports, for copying. In JSDoc those of `assert` and of the package itself are implied.
    if (file === 'README.md') return declarations.join(' ');
    const used = Object.keys(api).filter((exported) => isFree(exported, code));
    const assertion = isFree('assert', code) ? "import assert from 'node:assert/strict';" : '';
    return [assertion, `import { ${used.join(', ')} } from '${name}';`, ...declarations].join(' ');
  });
}

/** Whether the code uses a name that it neither declares nor imports. */
export function isFree(name: string, code: string): boolean {
  const declaration = new RegExp(`\\b(?:(?:const|let|function|class)\\s+|import\\s[^;'"]*?\\b)${name}\\b`);
  return new RegExp(`\\b${name}\\b`).test(code) && !declaration.test(code);
}
