export { DEMO_WEBSITES } from './definitions/websites.ts';
export { demoCalendar } from './generate/demo-calendar.ts';
export type { DemoEvent } from './generate/demo-event.ts';
export { demoTraffic } from './generate/demo-traffic.ts';
export { type DemoState, isDatabaseEmpty, readDemoState } from './load/demo-state.ts';
export { type DemoOptions, DemoRefusedError, type DemoSummary, loadDemo } from './load/load-demo.ts';
