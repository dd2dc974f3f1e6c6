export * from './authorization.ts';
export * from './campaigns.ts';
export { eventType, grain, level } from './columns.ts';
export * from './contacts.ts';
export * from './insights.ts';
export * from './pending-events.ts';
export * from './rollups.ts';
export * from './websites.ts';
export * from './security-events.ts';
