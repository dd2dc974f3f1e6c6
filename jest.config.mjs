import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { workspaceFolders } from './infra/local/workspaces.mjs';

const project = (dir) => ({
  displayName: dir.split('/').at(-1),
  rootDir: dir,
  // Jest's default is the temporary folder, which is a new one in each run.
  cacheDirectory: join(import.meta.dirname, '.local', 'jest'),
  testRunner: join(import.meta.dirname, 'infra/servers/jest/runner.mjs'),
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // Node loads the modules: see the runner.
  transform: {},
});

// `npm run -s lab:test` runs the lab, and no other command does.
const isOfLab = process.env['FUNNEL_LAB'] === 'yes';
const projects = workspaceFolders(import.meta.dirname)
  .filter((dir) => (dir === 'infra/lab') === isOfLab)
  .map((dir) => project(dir));

export default {
  projects,
  globalSetup: './infra/servers/jest/global-setup.mjs',
  testSequencer: './infra/servers/jest/longest-first.mjs',
  globalTeardown: './infra/servers/jest/global-teardown.mjs',
  // Suites wait for the database, processes, browsers and timers for half of their time.
  maxWorkers: 2 * availableParallelism(),
  // Only ends a test that hangs: long enough for a machine that is busy with something else.
  testTimeout: 300_000,
};
