/** The compiler must see every package: tsconfig.json lists those with sources, tsconfig.tests.json their tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const folders = ['apps', 'infra', 'packages'].flatMap((parent) =>
  readdirSync(parent).map((name) => `${parent}/${name}`),
);
// The lab is compiled by its own commands.
const product = folders.filter((folder) => folder !== 'infra/lab');
const withSources = product.filter((folder) => existsSync(`${folder}/src`));
const tests = product.map((folder) => `${folder}/test`).filter((folder) => existsSync(folder));

const faults = [...notListed('tsconfig.json', withSources), ...notListed('tsconfig.tests.json', tests)];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

function notListed(config, expected) {
  const { references } = JSON.parse(readFileSync(config, 'utf8'));
  const listed = new Set(references.map(({ path }) => path));
  return expected.filter((folder) => !listed.has(folder)).map((folder) => `${config}: must list ${folder}`);
}
