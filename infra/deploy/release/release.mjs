/**
 * Turns the changesets into a release: one new version for every package and a section of CHANGELOG.md. The changesets tool
 * would write a changelog per package; with one version for all, one file is enough.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const TOOL = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');
const CHANGELOG = 'CHANGELOG.md';
const MARK = '<!-- releases -->\n';
const HEADINGS = { major: 'Breaking changes', minor: 'New', patch: 'Fixed and improved' };

const { changesets, releases } = readPlan();
const version = releases[0]?.newVersion;
if (version === undefined) fail('Nothing to release: there is no changeset that changes a version.');
if (!readFileSync(CHANGELOG, 'utf8').includes(MARK)) fail(`${CHANGELOG} lacks the line ${MARK.trim()}`);

changeset('version');
replaceIn('package.json', /"version": "[^"]+"/, () => `"version": "${version}"`);
for (const overlay of ['staging', 'production'])
  replaceIn(
    `infra/deploy/kubernetes/overlays/${overlay}/kustomization.yaml`,
    /newTag: [\w.-]+/g,
    () => `newTag: ${version}`,
  );
replaceIn(CHANGELOG, MARK, (mark) => `${mark}\n${sectionOf(changesets)}`);
console.log(
  `Version ${version}. Next: npm run -s generate, review ${CHANGELOG}, npm test, commit, tag v${version}.`,
);

/** What the changesets ask for: their texts, and the version that follows from them. */
function readPlan() {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-release-'));
  const file = join(folder, 'plan.json');
  try {
    changeset('status', `--output=${relative('.', file)}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sectionOf(all) {
  const parts = Object.entries(HEADINGS).flatMap(([type, heading]) => {
    const texts = all.filter((one) => typeOf(one) === type).map(({ summary }) => `- ${indented(summary)}\n`);
    return texts.length > 0 ? [`### ${heading}\n\n${texts.join('')}`] : [];
  });
  return [`## ${version}\n`, ...parts].join('\n');
}

/** The most important of the changes that a changeset names. */
function typeOf({ releases: named }) {
  return Object.keys(HEADINGS).find((type) => named.some((release) => release.type === type));
}

function indented(summary) {
  return summary.trim().replaceAll('\n', '\n  ');
}

function changeset(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...args], { encoding: 'utf8' });
  if (status !== 0) fail(`changeset ${args[0]} failed:\n${stdout}${stderr}`);
}

function replaceIn(file, pattern, replacement) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
