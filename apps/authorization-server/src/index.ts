// Must come first: oidc-provider prints to the console as soon as it is imported.
import './console-to-log.ts';

export { type AppDependencies, createApp } from './app.ts';
export { configSchema } from './config.ts';
