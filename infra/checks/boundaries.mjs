/**
 * Checks which workspace packages each package uses.
 * 1. package.json names only allowed dependencies. `devDependencies` (tests) are free.
 * 2. Deployed services load neither `demo` nor `admin`, and only those that write load `ingest`, directly or through others: by
 *    package.json, and by the imports of the built main.js.
 * 3. Inside of a package with layers, a folder imports only from itself and from folders before it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ALLOWED = {
  'packages/domain': [],
  'packages/chat-view': [],
  'packages/client': [],
  'packages/connect': [],
  'packages/db': ['domain'],
  'packages/admin': ['domain', 'db'],
  'packages/service': ['domain', 'db', 'auth'],
  'packages/pages': ['service'],
  'packages/auth': ['domain', 'db'],
  'packages/identity': ['domain', 'db'],
  'packages/ingest': ['domain', 'db'],
  'packages/metrics': ['domain', 'db'],
  'packages/insights': ['domain', 'db', 'metrics'],
  'packages/operations': ['domain', 'db', 'auth', 'metrics'],
  'packages/demo': ['domain', 'db', 'ingest'],
  'apps/rest-api': ['domain', 'db', 'auth', 'operations', 'pages', 'service'],
  'apps/mcp-server': ['chat-view', 'domain', 'db', 'auth', 'operations', 'pages', 'service'],
  'apps/authorization-server': ['connect', 'domain', 'db', 'identity', 'pages', 'service'],
  'apps/insights-worker': ['domain', 'db', 'ingest', 'insights', 'pages', 'service'],
  'apps/event-intake': ['domain', 'db', 'auth', 'ingest', 'pages', 'service'],
  'apps/cli': ['admin', 'domain', 'db', 'demo', 'identity', 'ingest', 'insights', 'service'],
};
/** What a service must not load. */
const UNWANTED = {
  'apps/rest-api': ['admin', 'demo', 'ingest'],
  'apps/mcp-server': ['admin', 'demo', 'ingest'],
  'apps/authorization-server': ['admin', 'demo', 'ingest'],
  'apps/event-intake': ['admin', 'demo', 'operations'],
};
const SERVICES = Object.keys(UNWANTED);
/** The folders of a package, the lowest first. */
const LAYERS = {
  'packages/service': ['config', 'observability', 'http', 'limits', 'openapi', 'running'],
};
const SCOPE = '@funnel/';

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

const faults = [
  ...folders.flatMap(forbiddenDependencies),
  ...SERVICES.flatMap(unwantedDependencies),
  ...SERVICES.flatMap(unwantedImports),
  ...Object.entries(LAYERS).flatMap(upwardImports),
];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(
  `${folders.length} packages depend only on what they may; ` +
    `${SERVICES.length} services load nothing that they must not`,
);

function forbiddenDependencies(folder) {
  const allowed = ALLOWED[folder];
  if (!allowed)
    return [`${folder}: not listed in infra/checks/boundaries.mjs; add the packages it may depend on`];
  return dependenciesOf(folder)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${folder}: must not depend on ${name}; allowed: ${allowed.join(', ') || 'none'}`);
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

/** Follows the import statements of the built code from a service's main.js. */
function unwantedImports(service) {
  const main = `${service}/dist/main.js`;
  if (!existsSync(main)) return [`${main} is missing: run npm run -s build`];
  const paths = new Map([[main, main]]);
  for (const [file, path] of paths) {
    for (const specifier of importsOf(file)) {
      const next = resolve(file, specifier);
      if (next && !paths.has(next)) paths.set(next, `${path} > ${specifier}`);
    }
  }
  if (paths.size < 10) return [`${main}: only ${paths.size} files found; does the check still read imports?`];
  return UNWANTED[service].flatMap((name) =>
    [...paths.keys()]
      .filter((file) => file.startsWith(`${folderOf(name)}/`))
      .slice(0, 1)
      .map((file) => `${service}: must not import ${name} (${paths.get(file)})`),
  );
}

function importsOf(file) {
  const statement = /\b(?:from\s*|import\s*\(?\s*)['"]([^'"]+)['"]/g;
  return [...readFileSync(file, 'utf8').matchAll(statement)].map(([, specifier]) => specifier);
}

/** The built file of an import; undefined for packages that are not ours. */
function resolve(from, specifier) {
  if (specifier.startsWith('.')) return existing(join(dirname(from), specifier));
  if (!specifier.startsWith(SCOPE)) return undefined;
  const [name, ...rest] = specifier.slice(SCOPE.length).split('/');
  const folder = folderOf(name);
  const target = manifests.get(folder)?.exports?.[['.', ...rest].join('/')]?.default;
  if (!target) throw new Error(`${from} imports ${specifier}, which no package exports`);
  return existing(join(folder, target));
}

function existing(file) {
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run -s build`);
  return file;
}

/** Follows the import statements inside of a package. */
function upwardImports([folder, layers]) {
  const source = `${folder}/src`;
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const layerOf = (path) => layers.indexOf(path.split('/')[0]);
  return files
    .filter((name) => name.includes('/'))
    .flatMap((name) => {
      if (layerOf(name) < 0) return [`${source}/${name}: is in no layer (${layers.join(', ')})`];
      const imported = [...readFileSync(`${source}/${name}`, 'utf8').matchAll(/from '(\.[^']+)'/g)];
      return imported
        .map(([, path]) => join(dirname(name), path))
        .filter((path) => layerOf(path) > layerOf(name))
        .map((path) => `${source}/${name}: must not import ${path}, which is in a higher layer`);
    });
}
