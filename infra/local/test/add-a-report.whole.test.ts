import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jestFlags } from '@funnel/servers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSteps, type Step } from './support/how-to-steps.ts';
import { copyRepository, type RepositoryCopy } from './support/repository-copy.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STEPS = readSteps(readFileSync(join(ROOT, 'docs/how-to/add-a-report.md'), 'utf8'));
const TIMEOUT_MS = 15 * 60_000;
/** This suite, and those that need a browser. */
const NOT_HERE = /(add-a-report|view|docs-page)\.whole\.test\.ts$/;

/** The checks that a forgotten file must fail, as commands. */
const CHECKS = {
  build: ['node_modules/typescript/bin/tsc', '-b', 'packages/operations'],
  recount: [
    'node_modules/jest/bin/jest.js',
    '--selectProjects=operations',
    '--testPathPatterns=exactness',
    '--testNamePattern=no such test',
  ],
  picture: ['node_modules/typescript/bin/tsc', '-b', 'packages/report-view'],
  // What the generator needs, which is both surfaces and all packages below them.
  types: ['node_modules/typescript/bin/tsc', '-b', 'infra/generate'],
  tests: ['node_modules/typescript/bin/tsc', '-b'],
  'dead code': ['node_modules/knip/bin/knip.js', '--no-progress'],
  docs: ['infra/checks/doc-coverage.mjs'],
  changeset: ['infra/checks/changeset.mjs'],
};

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository(ROOT);
}, TIMEOUT_MS);
afterAll(() => copy.remove());

function follow(steps: readonly Step[]): void {
  for (const step of steps) step.apply(copy.root);
}

function check(name: keyof typeof CHECKS) {
  const flags = name === 'recount' ? jestFlags(copy.root) : [];
  return copy.node(...flags, ...CHECKS[name]);
}

function generate() {
  const call = JSON.stringify({ command: 'generate', args: [], root: copy.root, pnpmDir: '' });
  const script = `import('./infra/generate/dist/main.js').then(async ({ main }) => process.exit(await main(${call})))`;
  return copy.node('--input-type=module', '-e', script);
}

/** What the generator builds needs nothing of the picture, and the picture needs what is generated. */
const isPicture = ({ file }: Step) => file.startsWith('packages/report-view/');

function expectSuccess({ status, output }: { status: number; output: string }): void {
  if (status !== 0) throw new Error(`A command failed with status ${status}:\n${output}`);
}

test('a folder makes a report, and every other file has a line or two of it', () => {
  expect(STEPS.map(({ file }) => file)).toEqual([
    'packages/db/src/records/read-funnel.ts',
    'packages/operations/src/reports/steps/steps.report.ts',
    'packages/operations/src/reports/steps/steps.notes.ts',
    'packages/operations/src/reports/steps/steps.extras.ts',
    'packages/operations/src/operations.ts',
    'packages/operations/test/reports/steps/steps.expected.ts',
    'docs/reference/http.md',
    '.changeset/list-steps.md',
    'packages/report-view/src/view/reports/steps.ts',
    'packages/report-view/src/view/reports/draw-report.ts',
  ]);
});

test(
  'the page, followed to the end, gives a report whose numbers are recounted',
  () => {
    follow(STEPS.filter((step) => !isPicture(step)));
    expectSuccess(check('types'));
    const generated = generate();
    expectSuccess(generated);
    for (const file of ['packages/operations/examples.json', 'packages/report-view/src/generated/reports.ts'])
      expect(generated.output).toContain(file);
    follow(STEPS.filter(isPicture));
    expectSuccess(check('picture'));
    for (const contract of ['contracts/openapi.json', 'contracts/tools.json'])
      expect(readFileSync(join(copy.root, contract), 'utf8')).toContain('list_steps');
    for (const name of ['tests', 'dead code', 'docs', 'changeset'] as const) expectSuccess(check(name));

    const suites = suitesOfReports();
    expect(suites).toContain('apps/mcp-server/test/token-budget.test.ts');
    const jest = ['node_modules/jest/bin/jest.js', '--maxWorkers=2', '--runTestsByPath', ...suites];
    const result = copy.node(...jestFlags(copy.root), ...jest);
    expectSuccess(result);
    for (const suite of suites) expect(result.output).toMatch(new RegExp(`PASS .*${suite}`));
  },
  TIMEOUT_MS,
);

/** Every suite that a new report must pass: those that ask all operations or all tools, and the examples of the new read. */
function suitesOfReports(): string[] {
  const asksAll = /TOOL_OPERATIONS|\bOPERATIONS\b|\bTOOLS\b|\bEXPECTED\b|expectedOf|contracts\//;
  const listed = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: ROOT, encoding: 'utf8' });
  const tests = listed.split('\n').filter((file) => file !== '' && !NOT_HERE.test(file));
  return tests.filter(
    (file) =>
      file === 'packages/db/test/examples.test.ts' ||
      asksAll.test(readFileSync(join(copy.root, file), 'utf8')),
  );
}

/**
 * Each without one file of the finished report, so that only what depends on it is built again. The one that most
 * depends on comes last.
 */
describe('a missing file is named', () => {
  test.each([
    [
      'packages/operations/src/reports/steps/steps.report.ts',
      'build',
      /Cannot find module '\.\/reports\/steps\/steps\.report\.ts'/,
    ],
    [
      'packages/operations/src/operations.ts',
      'dead code',
      /packages\/operations\/src\/reports\/steps\/steps\.report\.ts/,
    ],
    [
      'packages/operations/src/reports/steps/steps.notes.ts',
      'build',
      /Cannot find module '\.\/steps\.notes\.ts'/,
    ],
    [
      'packages/operations/src/reports/steps/steps.extras.ts',
      'build',
      /Cannot find module '\.\/steps\.extras\.ts'/,
    ],
    [
      'packages/operations/test/reports/steps/steps.expected.ts',
      'recount',
      /Nothing is expected of list_steps/,
    ],
    ['packages/report-view/src/view/reports/steps.ts', 'picture', /Cannot find module '\.\/steps\.ts'/],
    ['docs/reference/http.md', 'docs', /list_steps/],
    ['.changeset/list-steps.md', 'changeset', /No changeset for/],
    ['packages/db/src/records/read-funnel.ts', 'build', /has no exported member named 'readSteps'/],
  ] as const)(
    'without %s, a check fails (%s)',
    (missing, name, message) => {
      const finished = readFileSync(join(copy.root, missing), 'utf8');
      copy.undo(missing);
      const { status, output } = check(name);
      writeFileSync(join(copy.root, missing), finished);
      expect(status).not.toBe(0);
      expect(output).toMatch(message);
    },
    TIMEOUT_MS,
  );
});
