/**
 * Which workspace packages each package may depend on. A package can only import what its package.json names, so
 * checking the manifests checks the imports. `devDependencies` (tests) are free.
 */
import { readdirSync, readFileSync } from 'node:fs';

const ALLOWED = {
  'packages/domain': [],
  'packages/db': ['domain'],
  'packages/service': ['domain'],
  'packages/auth': ['domain', 'db'],
  'packages/identity': ['domain', 'db'],
  'packages/ingest': ['domain', 'db'],
  'packages/insights': ['domain', 'db'],
  'packages/operations': ['domain', 'db', 'auth'],
  'packages/demo': ['domain', 'db', 'ingest'],
  'apps/rest-api': ['domain', 'db', 'auth', 'operations', 'service'],
  'apps/mcp-server': ['domain', 'db', 'auth', 'operations', 'service'],
  'apps/authorization-server': ['domain', 'db', 'identity', 'service'],
  'apps/insights-worker': ['domain', 'db', 'insights', 'service'],
  'apps/cli': ['domain', 'db', 'demo', 'identity', 'ingest', 'insights', 'service'],
};

const faults = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(parent).flatMap((name) => faultsOf(`${parent}/${name}`)),
);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${Object.keys(ALLOWED).length} packages depend only on what they may`);

function faultsOf(folder) {
  const allowed = ALLOWED[folder];
  if (!allowed) return [`${folder}: not listed in infra/checks/boundaries.mjs; add what it may depend on`];
  const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return Object.keys(dependencies)
    .filter((dependency) => dependency.startsWith('@funnel/'))
    .map((dependency) => dependency.slice('@funnel/'.length))
    .filter((dependency) => !allowed.includes(dependency))
    .map(
      (dependency) =>
        `${folder}: must not depend on ${dependency}; it may use ${allowed.join(', ') || 'nothing of ours'}`,
    );
}
