/**
 * Checks what packages import.
 * 1. package.json names only allowed dependencies. `devDependencies` (tests) are free, but sources do not import them.
 * 2. Deployed services load neither `demo` nor `admin`, and only those that write load `ingest`, directly or through others.
 * 3. A relative import stays in its package: what another package offers is imported by name.
 * 4. Inside of a folder with layers, a folder imports only from itself and from folders before it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repositoryFiles } from './files.mjs';
import { report } from './report.mjs';

/** The packages that each may depend on. */
const ALLOWED = {
  'packages/domain': '',
  'packages/words': 'domain',
  'packages/report-view': '',
  'packages/client': '',
  'packages/connect': '',
  'packages/db': 'domain',
  'packages/admin': 'domain db',
  'packages/api-keys': 'domain db',
  'packages/contacts': 'domain db',
  'packages/dashboard-sessions': 'db',
  'packages/pages': '',
  'packages/service': 'domain db auth pages',
  'packages/auth': 'domain db api-keys',
  'packages/secrets': 'domain',
  'packages/sharing': 'domain db secrets',
  'packages/identity': 'domain db api-keys secrets sharing',
  'packages/ingest': 'domain db api-keys',
  'packages/metrics': 'domain db',
  'packages/insights': 'domain db metrics words',
  'packages/notifications': 'domain db metrics pages words',
  'packages/operations': 'domain db auth contacts metrics notifications sharing words',
  'packages/demo': 'domain db ingest',
  'apps/rest-api': 'domain db auth notifications operations pages service sharing',
  'apps/mcp-server': 'connect report-view domain db auth operations pages service',
  'apps/authorization-server':
    'connect contacts domain db identity notifications pages secrets service sharing',
  'apps/insights-worker': 'domain db ingest insights metrics notifications pages service',
  'apps/event-intake': 'domain db auth ingest pages service',
  'apps/dashboard': 'client domain db dashboard-sessions pages service report-view',
  'apps/cli': 'admin contacts domain db demo identity ingest insights notifications secrets service',
};
const UNWANTED = {
  'apps/rest-api': ['admin', 'demo', 'ingest', 'identity'],
  'apps/mcp-server': ['admin', 'demo', 'ingest', 'identity'],
  'apps/authorization-server': ['admin', 'demo', 'ingest'],
  'apps/event-intake': ['admin', 'demo', 'operations'],
  'apps/dashboard': ['admin', 'demo', 'ingest', 'metrics', 'operations', 'identity'],
};
/** The folders of a folder, the lowest first. */
const LAYERS = {
  'packages/service/src': ['config', 'observability', 'http', 'admission', 'limits', 'openapi', 'running'],
  'packages/operations/src': words('parameters output findings notes extras reports').concat(
    words('contacts records beyond-v1 notifications embedding sharing'),
  ),
  'packages/report-view/src/view': words(
    'answers questions texts series tables browser context parts reports viewer',
  ),
  'packages/ingest/src': words('shared parse files verify ledger rollups pending load catalog'),
  'packages/metrics/src': words('slots pending rollups experiments breaks'),
};
/** Relative imports that leave their package, from a folder to a folder, and why there is no other way. */
const PATH_EXCEPTIONS = [
  // infra/test/support depends on db and admin, so they cannot depend on it: turbo rejects the cycle.
  ['packages/db/test/', 'infra/test/support/src/'],
  ['packages/admin/test/', 'infra/test/support/src/'],
  // Runs before anything is installed, and then starts what was just built.
  ['infra/local/bootstrap.mjs', 'infra/'],
  // They list the workspaces before anything is built.
  ['infra/generate/', 'infra/local/workspaces.mjs'],
  ['infra/checks/', 'infra/local/workspaces.mjs'],
  // Runs where nothing is installed.
  ['infra/deploy/secrets/', 'infra/local/secret-makers.mjs'],
];
const SCOPE = '@funnel/';
/** Also type imports and mocks. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bmockModule\s*\(\s*)(['"`])([^'"`]+)\1/g;

const folders = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(parent).map((name) => `${parent}/${name}`),
);
const manifests = new Map(
  folders.map((folder) => [folder, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))]),
);
const folderOf = (name) => folders.find((folder) => manifests.get(folder).name === SCOPE + name);
const dependenciesOf = (folder) =>
  Object.keys(manifests.get(folder).dependencies ?? {})
    .filter((name) => name.startsWith(SCOPE))
    .map((name) => name.slice(SCOPE.length));

const files = repositoryFiles('*.ts', '*.mjs').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const importsIn = (text) => [...text.matchAll(IMPORT)].map(([, , specifier]) => specifier);
const pathsIn = ({ file, text }) =>
  importsIn(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier));

const faults = [
  ...folders.flatMap(forbiddenDependencies),
  ...folders.flatMap(importsOfTests),
  ...Object.keys(UNWANTED).flatMap(unwantedDependencies),
  ...files.flatMap(importsByPath),
  ...Object.entries(LAYERS).flatMap(upwardImports),
];
const unread = folders.filter((folder) => !files.some(({ file }) => file.startsWith(`${folder}/src/`)));
faults.push(...unread.map((folder) => `${folder}: no source file found; does the check still read them?`));
report(faults, `${folders.length} packages and ${files.length} files import only what they may`);

function forbiddenDependencies(folder) {
  if (ALLOWED[folder] === undefined)
    return [`${folder}: not listed in infra/checks/boundaries.mjs; add the packages it may depend on`];
  const allowed = words(ALLOWED[folder]);
  return dependenciesOf(folder)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${folder}: must not depend on ${name}; allowed: ${ALLOWED[folder] || 'none'}`);
}

/** What sources import of our packages must be a dependency: a deployed service has no others. Types are not loaded. */
function importsOfTests(folder) {
  const known = [...dependenciesOf(folder), manifests.get(folder).name.slice(SCOPE.length)];
  return files
    .filter(({ file }) => file.startsWith(`${folder}/src/`))
    .flatMap(({ file, text }) =>
      importsIn(text.replaceAll(/^import type [^;]+;/gm, ''))
        .filter((specifier) => specifier.startsWith(SCOPE) && !known.includes(specifier.split('/')[1]))
        .map((specifier) => `${file}: must not import ${specifier}, which is not in its dependencies`),
    );
}

/** Follows package.json from a service. */
function unwantedDependencies(service) {
  const paths = new Map([[service, service]]);
  for (const [folder, path] of paths) {
    for (const name of dependenciesOf(folder)) {
      const next = folderOf(name);
      if (next && !paths.has(next)) paths.set(next, `${path} > ${name}`);
    }
  }
  return UNWANTED[service]
    .filter((name) => paths.has(folderOf(name)))
    .map((name) => `${service}: must not depend on ${name} (${paths.get(folderOf(name))})`);
}

function importsByPath({ file, text }) {
  const folder = packageOf(file);
  return pathsIn({ file, text })
    .filter((target) => relative(folder, target).startsWith('..'))
    .filter((target) => !PATH_EXCEPTIONS.some(([from, to]) => file.startsWith(from) && target.startsWith(to)))
    .map((target) => `${file}: imports ${target} by path; import its package by name instead`);
}

function packageOf(file) {
  let folder = dirname(file);
  while (folder !== '.' && !existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder === '.' ? dirname(file) : folder;
}

function upwardImports([folder, layers]) {
  const source = `${folder}/`;
  const layerOf = (path) => layers.indexOf(relative(source, path).split('/')[0]);
  return files
    .filter(({ file }) => file.startsWith(source) && dirname(file) !== folder)
    .flatMap(({ file, text }) => {
      if (layerOf(file) < 0) return [`${file}: is in no layer (${layers.join(', ')})`];
      return pathsIn({ file, text })
        .filter((target) => layerOf(target) > layerOf(file))
        .map((target) => `${file}: must not import ${target}, which is in a higher layer`);
    });
}

function words(text) {
  return text.split(' ');
}
