// Loading the demo account.
export { readDemoState } from './load/demo-state.ts';
export { type DemoSummary, loadDemo } from './load/load-demo.ts';

// The raw events of the demo, for tests that count them independently.
export { DEMO_WEBSITES } from './definitions/websites.ts';
export { demoCalendar } from './generate/demo-calendar.ts';
export type { DemoEvent } from './generate/demo-event.ts';
export { demoTraffic } from './generate/demo-traffic.ts';
