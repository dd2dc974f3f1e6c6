export const SECTION_NAMES = [
  'floors',
  'reports',
  'concurrency',
  'memory',
  'intake',
  'pending',
  'loading',
  'space',
] as const;

export type SectionName = (typeof SECTION_NAMES)[number];

export interface Settings {
  name: 'full' | 'quick' | 'tiny';
  /** The events of the website that reports are about. */
  events: number;
  rounds: number;
  warmUps: number;
  /** How often each question is asked before: a service that has run for a while has compiled its code. */
  warmUpAsks: number;
  /** The length of a turn over HTTP. */
  sliceMs: number;
  /** Numbers of connections, the last of which is more than the service can use. */
  connections: readonly number[];
  /** The length of a turn at each number of connections, which needs time to settle. */
  concurrencyMs: number;
  concurrencyRounds: number;
  /** How long services are left alone before their idle memory is read. */
  idleMs: number;
  intakeMs: number;
  /** The events of a year, beside which some are pending. */
  pendingEvents: number;
  loadEvents: number;
  spaceDays: number;
}

/** What the targets are for. */
export const FULL: Settings = {
  name: 'full',
  events: 4_000_000,
  rounds: 20,
  warmUps: 3,
  warmUpAsks: 60,
  sliceMs: 500,
  connections: [1, 16, 64, 400],
  concurrencyMs: 3_000,
  concurrencyRounds: 5,
  idleMs: 60_000,
  intakeMs: 30_000,
  pendingEvents: 500_000,
  loadEvents: 4_000_000,
  spaceDays: 364,
};

/** Everything with a tenth of the data, in a few minutes. */
export const QUICK: Settings = {
  ...FULL,
  name: 'quick',
  events: 400_000,
  rounds: 7,
  warmUps: 2,
  warmUpAsks: 30,
  sliceMs: 300,
  concurrencyMs: 1_500,
  concurrencyRounds: 2,
  idleMs: 10_000,
  intakeMs: 8_000,
  pendingEvents: 100_000,
  loadEvents: 400_000,
  spaceDays: 28,
};

export const TINY: Settings = {
  name: 'tiny',
  events: 1_000,
  rounds: 1,
  warmUps: 1,
  warmUpAsks: 1,
  sliceMs: 20,
  connections: [1, 4],
  concurrencyMs: 50,
  concurrencyRounds: 1,
  idleMs: 100,
  intakeMs: 500,
  pendingEvents: 1_000,
  loadEvents: 1_000,
  spaceDays: 2,
};
