export { runChild } from './child.ts';
export { commandLine, type Invocation } from './command-line.ts';
export { runJest } from './jest.ts';
export { interruptible } from './interruptible.ts';
export { isAlive } from './is-alive.ts';
export { LocalError } from './local-error.ts';
export { anyFreePort, isFree } from './ports.ts';
export { type Cluster, openCluster, runningUrl, startCluster, stopCluster } from './postgres/cluster.ts';
export { startTestPostgres, startTestServers } from './test-servers.ts';
