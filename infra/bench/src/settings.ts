/** The parts of the benchmark, in the order in which they run. */
export const SECTION_NAMES = [
  'floors',
  'reports',
  'http',
  'concurrency',
  'memory',
  'append',
  'intake',
  'pending',
  'loading',
  'space',
  'insights',
] as const;

/** One part of the benchmark. */
export type SectionName = (typeof SECTION_NAMES)[number];

/** How much is measured. */
export interface Settings {
  name: 'full' | 'quick' | 'tiny';
  /** The events of the website that reports are about. */
  events: number;
  /** Turns of everything that is compared. */
  rounds: number;
  /** Turns that are not counted. */
  warmUps: number;
  /** How often each question is asked before: a service that has run for a while has compiled its code. */
  warmUpAsks: number;
  /** The length of a turn over HTTP. */
  sliceMs: number;
  /** Numbers of connections, the last of which is more than the service can use. */
  connections: readonly number[];
  /** Callers that wait after a refusal, and those beside them that do not: together far more than the service can use. */
  crowd: Readonly<{ patient: number; impatient: number }>;
  /** How many requests are sent at the same moment. */
  atOnce: number;
  /** The length of a turn at each number of connections, which needs time to settle. */
  concurrencyMs: number;
  /** How often each number of connections is measured. */
  concurrencyRounds: number;
  /** The requests after which memory is compared. */
  memoryRequests: number;
  /** How long services are left alone before their idle memory is read. */
  idleMs: number;
  /** What is recorded in a turn, as a share of the full size. */
  appendShare: number;
  /** How long events are sent to the intake. */
  intakeMs: number;
  /** The events of a year, beside which some are pending. */
  pendingEvents: number;
  /** The events of the file that is loaded. */
  loadEvents: number;
  /** The days of the website whose space is measured. */
  spaceDays: number;
  /** The websites that get a weekly snapshot. */
  insightsWebsites: number;
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
  crowd: { patient: 400, impatient: 1_200 },
  atOnce: 100,
  concurrencyMs: 3_000,
  concurrencyRounds: 5,
  memoryRequests: 100_000,
  idleMs: 60_000,
  appendShare: 1,
  intakeMs: 30_000,
  pendingEvents: 500_000,
  loadEvents: 4_000_000,
  spaceDays: 364,
  insightsWebsites: 1_000,
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
  memoryRequests: 5_000,
  idleMs: 10_000,
  appendShare: 0.1,
  intakeMs: 8_000,
  pendingEvents: 100_000,
  loadEvents: 400_000,
  spaceDays: 28,
  insightsWebsites: 200,
};

/** Only shows that the command works. */
export const TINY: Settings = {
  name: 'tiny',
  events: 1_000,
  rounds: 1,
  warmUps: 1,
  warmUpAsks: 1,
  sliceMs: 20,
  connections: [1, 4],
  crowd: { patient: 4, impatient: 4 },
  atOnce: 10,
  concurrencyMs: 50,
  concurrencyRounds: 1,
  memoryRequests: 20,
  idleMs: 100,
  appendShare: 0.01,
  intakeMs: 500,
  pendingEvents: 1_000,
  loadEvents: 1_000,
  spaceDays: 2,
  insightsWebsites: 5,
};
