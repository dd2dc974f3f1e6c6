import { loadDemo } from '@funnel/demo';
import type { TestData } from '@funnel/testing';

/** A Sunday. The demo's campaign 201 broke on the Monday of the week before. */
export const DEMO_NOW = new Date('2026-11-15T12:00:00Z');

/** Twelve weeks of the demo until then. */
export const DEMO: TestData = {
  name: 'demo',
  async add(database) {
    await loadDemo(database, { now: DEMO_NOW, encryptionKey: new Uint8Array(32).fill(7), days: 84 });
  },
};
