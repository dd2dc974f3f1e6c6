import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..', '..');

interface Report {
  success: boolean;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

let report: Report;

// All in one process, one after the other, as the suites of a worker.
beforeAll(() => {
  const config = {
    rootDir: join(import.meta.dirname, 'fixtures', 'suites'),
    testMatch: ['**/{fails,passes}*.ts'],
    testRunner: join(ROOT, 'infra', 'servers', 'jest', 'runner.mjs'),
    transform: {},
  };
  const loader = join(ROOT, 'infra', 'servers', 'jest', 'load-sources.mjs');
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--import', loader, jest, '--json', '--runInBand', '--config', JSON.stringify(config)];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  report = JSON.parse(stdout) as Report;
});

const suite = (name: string) => report.testResults.find((result) => result.name.endsWith(`/${name}.ts`));
const statuses = (name: string) =>
  Object.fromEntries(suite(name)?.assertionResults.map(({ fullName, status }) => [fullName, status]) ?? []);

test('whatever is wrong with a test fails it', () => {
  expect(report.success).toBe(false);
  expect(statuses('fails')).toEqual({
    passes: 'passed',
    'is wrong': 'failed',
    rejects: 'failed',
    'asserts less than it says': 'failed',
    'never ends': 'failed',
    'leaves a rejection behind': 'failed',
    'without what it needs fails': 'failed',
    'is skipped': 'pending',
  });
});

test('a suite fails that cannot be loaded, and one that fails after its tests', () => {
  expect(suite('fails-to-load')?.message).toContain('does not load');
  expect(suite('fails-after-all')?.message).toContain('not cleaned up');
  expect(report.numRuntimeErrorTestSuites).toBe(2);
});

test('suites share no helper and no environment, and follow their tests with one storage', () => {
  expect(Object.values(statuses('passes'))).toEqual(['passed', 'passed', 'passed']);
});

test('a failure names the file, the line and the column', () => {
  const [message] =
    suite('fails')?.assertionResults.find(({ fullName }) => fullName === 'is wrong')?.failureMessages ?? [];
  expect(message).toMatch(/\(fails\.ts:13:17\)/);
});
