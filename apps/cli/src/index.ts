export { passwordVariable } from './config.ts';
export { runCli } from './run-cli.ts';
