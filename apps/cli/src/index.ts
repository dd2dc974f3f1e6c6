export { PASSWORD_VARIABLES } from './config.ts';
export { runCli } from './run-cli.ts';
