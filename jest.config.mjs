import { availableParallelism } from 'node:os';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests load workspace packages from source: the condition selects `src/index.ts`. */
const project = (dir) => ({
  displayName: dir.split('/').at(-1),
  rootDir: dir,
  // Jest's default is the temporary folder, which is a new one in each run.
  cacheDirectory: join(import.meta.dirname, '.local', 'jest'),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@funnel/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transformIgnorePatterns: ['/node_modules/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript' },
          transform: { verbatimModuleSyntax: true },
        },
      },
    ],
  },
});

const foldersOf = (parent) =>
  readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const projects = ['packages', 'apps', 'infra']
  .flatMap((parent) => foldersOf(parent).map((entry) => `${parent}/${entry.name}`))
  .map((dir) => project(dir));

export default {
  projects,
  globalSetup: './infra/servers/jest/global-setup.mjs',
  globalTeardown: './infra/servers/jest/global-teardown.mjs',
  // Suites wait for the database, processes, browsers and timers for half of their time.
  maxWorkers: 2 * availableParallelism(),
  // Jest keeps modules of the suites that ran: after dozens of them, a worker is slow to collect garbage and to exit.
  workerIdleMemoryLimit: '800MB',
  // Only ends a test that hangs: long enough for a machine that is busy with something else.
  testTimeout: 300_000,
};
