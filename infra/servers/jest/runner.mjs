import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import runSuite from 'jest-circus/runner';

const require = createRequire(import.meta.url);
const asyncHooks = require('node:async_hooks');
/** Of every suite: Node 20 would pass the one of each suite so far on to all that is asynchronous. */
const storage = new asyncHooks.AsyncLocalStorage();
let suites = 0;

// Node 20 can wait for ever for a request of a socket that was reset, when nothing is left to do: it ends without that.
process.once('beforeExit', () => process.exit());

/**
 * Jest's own runner of a suite, but modules are loaded by Node and shared by the suites of a worker: Jest would load them again
 * for each suite, which was half of the time of all tests. So a suite must leave no state in a module of `src`; what it changes
 * in the environment is undone here.
 */
export default async function run(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  suites += 1;
  const before = { ...process.env };
  try {
    const native = loadByNode(runtime, `?suite=${suites}`);
    const result = await runSuite.default(
      globalConfig,
      config,
      environment,
      native,
      testPath,
      sendMessageToJest,
    );
    return withPlainPaths(result, globalConfig.rootDir);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The runtime of Jest, with modules that Node loads. */
function loadByNode(runtime, suite) {
  const own = {
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href + suite),
    // A new copy: Jest registers what it does after each event once for every suite.
    requireInternalModule(path) {
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
      delete require.cache[path];
      return withOneStorage(() => require(path));
    },
    setGlobalsForRuntime(globals) {
      globalThis[Symbol.for('funnel.suite-globals')] = globals;
    },
  };
  return new Proxy(runtime, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key];
      const value = target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Loads what creates a storage to follow its tests. */
function withOneStorage(load) {
  const { AsyncLocalStorage } = asyncHooks;
  asyncHooks.AsyncLocalStorage = function SameStorage() {
    return storage;
  };
  try {
    return load();
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

/** Jest knows no addresses of modules, and shows `../../file:/folder/x.test.ts?suite=3:12:20`. */
function withPlainPaths(result, root) {
  const plain = (text) =>
    text?.replace(/(?:\.\.\/)*file:(?:\/\/)?(\/[^?\s():]+)(?:\?suite=\d+)?/g, (_, path) =>
      relative(root, path),
    );
  return {
    ...result,
    failureMessage: plain(result.failureMessage),
    testResults: result.testResults.map((test) => ({
      ...test,
      failureMessages: test.failureMessages.map(plain),
    })),
  };
}
