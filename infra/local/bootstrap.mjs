/**
 * The first step of every root command: downloads the pinned pnpm, installs, builds, and runs the command. Needs only
 * Node and npm. Prints its progress to standard error.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceFolders } from './workspaces.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [command, ...args] = process.argv.slice(2);
/** The lab is installed and compiled only for its own commands (infra/lab/README.md). */
const LAB = 'infra/lab';
/** Every package with sources. The tsconfig.json beside it has the tests, which are only checked. */
const BUILD = 'tsconfig.build.json';
const isOfLab = ['bench', 'conformance', 'faults', 'fuzz', 'images', 'lab-test', 'rehearse'].includes(
  command,
);

// Whoever reads the output has seen enough, as `head` has.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
requireNode();
cleanEnvironment();
const pnpmDir = ensurePnpm();
ensureInstalled();
// Turbo builds first what its other tasks depend on.
if (command === 'build' || !process.env.TURBO_HASH) build();

/** The folder below infra with the `main.js` of a command; infra/local has all others. */
const FOLDERS = { 'check-deployment': 'deploy', generate: 'generate', jest: 'servers' };
if (command !== 'build') {
  const folder = isOfLab ? 'lab' : (FOLDERS[command] ?? 'local');
  const { main } = await import(`../${folder}/dist/main.js`);
  process.exitCode = await main({ command, args, root, pnpmDir });
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!supported) {
    fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer (22.12 or newer of 22).`);
  }
}

/** Removes npm's own settings, which pnpm would read as its own. Keeps the registry, cache, proxy and certificates. */
function cleanEnvironment() {
  const kept = /^npm_config_(registry|cache|.*proxy|userconfig|cafile|_.*|@.*|\/\/.*)$/i;
  for (const name of Object.keys(process.env)) {
    if (/^npm_(config|package|lifecycle)_/i.test(name) && !kept.test(name)) delete process.env[name];
  }
  process.env.TURBO_TELEMETRY_DISABLED ??= '1';
}

function ensurePnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = packageManager.split('@')[1];
  const dir = join(root, '.local', `pnpm-${version}`);
  const bin = join(dir, 'node_modules', '.bin');
  if (!existsSync(join(bin, 'pnpm'))) {
    say(`Downloading pnpm ${version} (once)`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'package.json'), '{"private":true}\n');
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    run('npm', ['install', '--prefix', dir, '--ignore-scripts', ...quiet, `pnpm@${version}`], {
      hint: 'The first run needs the npm registry (check with npm ping); later runs need no network.',
    });
    requireKnownPnpm(dir, version);
    run('npm', ['rebuild', '--prefix', dir, '--loglevel=error'], { hint: 'pnpm could not be set up.' });
  }
  process.env.PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  return bin;
}

/** Nothing of a downloaded pnpm has run by now. It must be the one that this repository was made with. */
function requireKnownPnpm(dir, version) {
  const known = JSON.parse(readFileSync(join(root, 'infra', 'local', 'pnpm-integrity.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(dir, 'node_modules', '.package-lock.json'), 'utf8'));
  for (const [path, { integrity }] of Object.entries(packages)) {
    const name = path.replace(/^node_modules\//, '');
    // The binaries of some systems are not known here; npm has compared them with what the registry says.
    if (name !== 'pnpm' && !(name in known.packages)) continue;
    if (known.version === version && known.packages[name] === integrity) continue;
    rmSync(dir, { recursive: true, force: true });
    fail(`${name} ${version} is not what infra/local/pnpm-integrity.json expects. Do not use this registry.`);
  }
}

function ensureInstalled() {
  const marker = join(root, isOfLab ? join(LAB, 'node_modules') : join('node_modules', '.modules.yaml'));
  const manifests = [join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml'), ...packageManifests()];
  const installedAt = existsSync(marker) ? statSync(marker).mtimeMs : 0;
  if (manifests.every((file) => statSync(file).mtimeMs <= installedAt)) return;
  say('Installing dependencies (a minute on the first run)');
  const without = isOfLab ? [] : ['--filter=!@funnel/lab'];
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', ...without], {
    hint: 'The first install needs the npm registry. If pnpm-lock.yaml is out of date, run pnpm install.',
  });
  // pnpm does not touch the marker if nothing changed; without this, every command would call pnpm.
  if (existsSync(marker)) utimesSync(marker, new Date(), new Date());
}

function packageManifests() {
  return workspaceFolders(root)
    .filter((folder) => isOfLab || folder !== LAB)
    .concat('.')
    .map((folder) => join(root, folder, 'package.json'));
}

/** Asks the compiler only if a file has changed since the last build: it takes seconds to find out by itself. */
function build() {
  const marker = join(root, '.local', isOfLab ? 'built-lab' : 'built');
  const sources = sourcesNow();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources && isComplete()) return;
  if (!existsSync(join(root, 'infra', 'local', 'dist', 'main.js'))) say('Building (half a minute)');
  const projects = [BUILD, ...(isOfLab ? [LAB] : [])];
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', ...projects], {
    hint: 'The source code does not compile; see the messages above.',
  });
  run(process.execPath, [join(root, 'packages', 'report-view', 'build.mjs')], {
    hint: 'The view of the tool server could not be bundled; see the messages above.',
  });
  // What changed meanwhile has another time, and is built by the next command.
  writeFileSync(marker, sources);
}

/** The names and times of all files that the build reads. */
function sourcesNow() {
  const files = packageManifests().flatMap((manifest) => {
    const source = join(dirname(manifest), 'src');
    const inside = existsSync(source) ? readdirSync(source, { recursive: true }) : [];
    const settings = ['tsconfig.json', 'build.mjs'].map((name) => join(dirname(manifest), name));
    return [manifest, ...settings, ...inside.map((name) => join(source, name))];
  });
  const all = [...files, join(root, BUILD), join(root, 'tsconfig.base.json')];
  return all
    .filter((file) => existsSync(file))
    .map((file) => `${file.slice(root.length)} ${statSync(file).mtimeMs}\n`)
    .join('');
}

function isComplete() {
  return packageManifests()
    .map((manifest) => dirname(manifest))
    .every((folder) => !existsSync(join(folder, 'src')) || existsSync(join(folder, 'dist')));
}

function run(program, programArgs, { hint }) {
  const result = spawnSync(program, programArgs, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.error) fail(`${program} could not be started: ${result.error.message}. ${hint}`);
  if (result.status !== 0)
    fail(`${program} ${programArgs[0]} failed (${result.signal ?? `status ${result.status}`}). ${hint}`);
}

function say(message) {
  process.stderr.write(`- ${message}\n`);
}

function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}
