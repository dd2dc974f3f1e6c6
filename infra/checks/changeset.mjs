/** A change to the product needs a changeset (.changeset/README.md), and all packages have the same version. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { workspaceFolders } from '../local/workspaces.mjs';

const PRODUCT =
  /^(?:apps\/[^/]+\/(?:src|assets)|packages\/[^/]+\/(?:src|sql|drizzle)|contracts)\/(?!README\.md)/;
const CHANGESET = /^\.changeset\/(?!README\.md$)[^/]+\.md$/;
const MANIFESTS = workspaceFolders('.').map((folder) => ({ folder, ...manifestOf(folder) }));
const ENTRY = /^"(@funnel\/[\w-]+)": (?:patch|minor|major)$/;

const malformed = readdirSync('.changeset')
  .map((name) => `.changeset/${name}`)
  .filter((file) => CHANGESET.test(file))
  .flatMap((file) => problemsIn(file));
if (malformed.length > 0) fail(malformed);
if (differentVersions().length > 0) fail(differentVersions());

const base = findBase();
const changed = lines(git('diff', '--name-only', base)).concat(
  lines(git('ls-files', '--others', '--exclude-standard')),
);
const needing = changed.filter((file) => PRODUCT.test(file));
// Also true for a release, which deletes the changesets.
const isDescribed = changed.some((file) => CHANGESET.test(file));
if (needing.length > 0 && !isDescribed) {
  fail([
    `No changeset for ${needing.length} changed files, such as ${needing[0]}.`,
    'Add .changeset/NAME.md or run npm run -s changeset; see .changeset/README.md.',
  ]);
}
console.log(needing.length === 0 ? 'no change that needs a changeset' : 'the change has a changeset');

/** CI names the commit to compare with. On main only uncommitted changes count. */
function findBase() {
  const given = process.env['CHANGESET_BASE'];
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  const start = given ? [given] : branch === 'main' || branch === 'HEAD' ? [] : ['origin/main', 'main'];
  const found = start.map((ref) => git('merge-base', 'HEAD', ref)).find((commit) => commit !== undefined);
  if (given && found === undefined) fail([`CHANGESET_BASE=${given} is not a commit of this history.`]);
  return found ?? 'HEAD';
}

function problemsIn(file) {
  const [, head, summary] = /^---\n(.*?)^---\n?(.*)$/ms.exec(readFileSync(file, 'utf8')) ?? [];
  if (head === undefined) return [`${file}: must begin with a block between two lines of ---`];
  const entries = lines(head);
  const wrong = entries.filter((entry) => !isPackage(ENTRY.exec(entry)?.[1]));
  if (entries.length > 0 && summary.trim() === '') return [`${file}: the description is missing`];
  return wrong.map((entry) => `${file}: ${entry} is not a package of ours with patch, minor or major`);
}

/** All packages share the version of the root. */
function differentVersions() {
  const { version } = manifestOf('.');
  return MANIFESTS.filter((manifest) => manifest.version !== version).map(
    ({ folder }) => `${folder}/package.json: the version must be ${version}, as in package.json`,
  );
}

function isPackage(name) {
  return MANIFESTS.some((manifest) => manifest.name === name);
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function lines(text = '') {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function fail(messages) {
  console.error(messages.join('\n'));
  process.exit(1);
}
