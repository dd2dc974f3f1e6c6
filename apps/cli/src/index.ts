export { passwordVariable } from './config.ts';
export type { CliContext } from './context.ts';
export { runCli } from './run-cli.ts';
