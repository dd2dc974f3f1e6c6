// First: oidc-provider prints to the console as soon as it is imported.
import './console-notices.ts';

export { type AppDependencies, createApp } from './app.ts';
export { configSchema } from './config.ts';
