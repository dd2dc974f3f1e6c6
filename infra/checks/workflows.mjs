/**
 * Checks the GitHub workflows, which only run elsewhere: they parse, pin every action by commit, ask for no right that they do not
 * need, end by themselves, and use only commands, files and images that exist.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { report } from './report.mjs';

const FOLDER = '.github/workflows';
/** The only jobs that may write anything, and what. */
const MAY_WRITE = {
  'release.yml build': ['packages'],
  'release.yml publish': ['contents', 'packages', 'id-token'],
};
const OUR_PATH = /(?:^|[\s"'])(\.?(?:infra|\.ci|\.github|docs)\/[\w./-]+|\.env\.example)/g;
const NPM_SCRIPT = /\b(?:npm run(?: -s)?|pnpm(?: -s)?) ([a-z][\w:-]*)/g;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const dockerfile = readFileSync('infra/deploy/docker/Dockerfile', 'utf8');
const targets = [...dockerfile.matchAll(/^FROM service AS (\S+)$/gm)].map(([, name]) => name);
const files = readdirSync(FOLDER);
const problems = files.flatMap((file) => problemsIn(file));
report(problems, `${files.length} workflows: pinned, with few rights, and every command exists`);

function problemsIn(file) {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const workflow = parse(text);
  const jobs = Object.entries(workflow.jobs ?? {});
  return [
    ...(jobs.length === 0 ? ['has no jobs'] : []),
    ...(JSON.stringify(workflow.permissions) === '{"contents":"read"}'
      ? []
      : ['needs permissions: contents: read']),
    ...unpinned(text),
    ...jobs.flatMap(([name, job]) => [...rights(file, name, job), ...endless(name, job)]),
    ...jobs.flatMap(([name, job]) => commandsOf(job).flatMap((command) => unknown(name, command))),
    ...jobs.flatMap(([name, job]) => unknownTargets(name, job)),
  ].map((problem) => `${FOLDER}/${file}: ${problem}`);
}

/** An action is code of somebody else: a commit cannot change, a tag can. */
function unpinned(text) {
  return [...text.matchAll(/uses: (\S+)(.*)$/gm)]
    .filter(([, action]) => !action.startsWith('./'))
    .filter(([, action, rest]) => !/@[0-9a-f]{40}$/.test(action) || !/^ # v\d/.test(rest))
    .map(([, action]) => `${action} must be a commit, followed by # and its version`);
}

function rights(file, name, { permissions = {} }) {
  const allowed = MAY_WRITE[`${file} ${name}`] ?? [];
  return Object.entries(permissions)
    .filter(([scope, right]) => right !== 'read' && !allowed.includes(scope))
    .map(([scope]) => `${name} must not write ${scope}`);
}

function endless(name, job) {
  return job.uses || job['timeout-minutes'] ? [] : [`${name} needs timeout-minutes`];
}

function commandsOf({ steps = [], strategy }) {
  const fromMatrix = (strategy?.matrix?.include ?? []).map(({ command }) => command);
  return [...steps.map(({ run }) => run), ...fromMatrix].filter((command) => command !== undefined);
}

function unknown(name, command) {
  const missingScripts = [...command.matchAll(NPM_SCRIPT)]
    .filter(([, script]) => scripts[script] === undefined)
    .map(([, script]) => `${name} runs the script ${script}, which package.json does not have`);
  const missingPaths = [...command.matchAll(OUR_PATH)]
    .filter(([, path]) => !existsSync(path))
    .map(([, path]) => `${name} uses ${path}, which does not exist`);
  return [...missingScripts, ...missingPaths];
}

/** Images by matrix, or by a loop of the shell. */
function unknownTargets(name, job) {
  const loops = commandsOf(job).flatMap((command) => [...command.matchAll(/for target in ([\w -]+);/g)]);
  const lists = [job.strategy?.matrix?.target, ...loops.map(([, names]) => names.split(' '))].filter(Boolean);
  return lists
    .filter((list) => list.length !== targets.length || !targets.every((target) => list.includes(target)))
    .map((list) => `${name} has the images ${list.join(', ')}; the Dockerfile builds ${targets.join(', ')}`);
}
