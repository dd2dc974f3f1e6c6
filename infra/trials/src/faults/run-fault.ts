import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Answers, OK } from './answers.ts';
import { askReport, callTool, REQUEST_TIMEOUT_MS } from './ask.ts';
import { WEBSITES } from './catalog.ts';
import type { Fault } from './fault-list.ts';
import { POLL_MS, poll } from './poll.ts';
import { Sender } from './sender.ts';
import type { Stage } from './stage.ts';

/** What one kind of caller saw of a fault. */
export interface Seen {
  caller: string;
  /** How often each answer other than 200 was given. */
  failures: Record<string, number>;
  /** The longest time between two answers 200. */
  withoutMs: number;
  /** The longest that one attempt took. */
  slowestMs: number;
  /** From the end of the fault to the last failure; 0 if there was none after it. */
  afterMs: number;
}

/** The result of one fault. */
export interface FaultResult {
  fault: Fault;
  lastedMs: number;
  seen: Seen[];
  /** Events that were accepted so far, all of which are in the reports. */
  events: number;
}

const CALM_MS = 1_000;
const PAUSE_MS = 50;
const CAMPAIGNS_OF_SENDERS = [1, 2];
/** Everybody has had nothing but 200 for so long. */
const RECOVERED_MS = 1_500;
const RECOVER_WITHIN_MS = 90_000;

/** Lets a fault happen under load and records what each caller saw. Then every number must be what was accepted. */
export async function runFault(stage: Stage, fault: Fault, lastsMs: number): Promise<FaultResult> {
  const answers = new Answers();
  const { endpoints, recount, services } = stage;
  let isOver = false;
  const over = () => isOver;
  const senders = CAMPAIGNS_OF_SENDERS.map((campaign) =>
    new Sender(endpoints, recount, {
      campaign,
      websites: WEBSITES,
      answers,
      readsBack: false,
      pauseMs: PAUSE_MS,
    }).run(over),
  );
  const [login, worker] = [
    `${services.addresses.AUTHORIZATION_SERVER_ISSUER}/login`,
    `${services.urlOf('insights-worker')}/readyz`,
  ];
  const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const subject = { website: 1, campaign: 1 };
  const polls = [
    poll(answers, 'report', () => askReport(endpoints, subject), over),
    poll(answers, 'tool call', () => callTool(endpoints, subject), over),
    poll(answers, 'login page', () => get(login), over),
    poll(answers, 'worker ready', () => get(worker), over),
  ];
  // An error here is an error of a number, which must not wait for the end.
  const all = Promise.all([...senders, ...polls]);

  const happened = (async () => {
    await sleep(CALM_MS);
    const beganAt = performance.now();
    await fault.begin(stage);
    await sleep(lastsMs);
    await fault.end(stage);
    const endedAt = performance.now();
    await untilRecovered(answers, endedAt);
    return { beganAt, endedAt };
  })();
  const outcome = await Promise.race([happened, all.then(() => undefined)]);
  isOver = true;
  await all;
  if (!outcome) throw new Error('the callers ended before the fault');
  const { beganAt, endedAt } = outcome;
  await stage.check();
  return {
    fault,
    lastedMs: endedAt - beganAt,
    seen: CALLERS.map((caller) => seenBy(caller, answers, beganAt, endedAt)),
    events: recount.size,
  };
}

const CALLERS = ['events', 'report', 'tool call', 'login page', 'worker ready'];

/** Every caller has had an answer 200 and no other answer for a while. */
async function untilRecovered(answers: Answers, endedAt: number): Promise<void> {
  for (const deadline = endedAt + RECOVER_WITHIN_MS; performance.now() < deadline; await sleep(POLL_MS)) {
    const now = performance.now();
    if (now < endedAt + RECOVERED_MS) continue;
    const recent = answers.all.filter((answer) => answer.endedAt > now - RECOVERED_MS);
    const isBack = (caller: string) => {
      const own = recent.filter((answer) => answer.caller === caller);
      return own.length > 0 && own.every(({ outcome }) => outcome === OK);
    };
    if (CALLERS.every(isBack)) return;
  }
  throw new Error(`not all callers were answered within ${RECOVER_WITHIN_MS / 1000} s after the fault`);
}

/** Summarizes what a caller saw from the beginning of the fault on. */
function seenBy(caller: string, answers: Answers, beganAt: number, endedAt: number): Seen {
  const own = answers.all.filter((answer) => answer.caller === caller && answer.endedAt >= beganAt);
  const failed = own.filter(({ outcome }) => outcome !== OK);
  const failures: Record<string, number> = {};
  for (const { outcome } of failed) failures[outcome] = (failures[outcome] ?? 0) + 1;
  return {
    caller,
    failures,
    withoutMs: failed.length === 0 ? 0 : longestGap(own, beganAt),
    slowestMs: Math.max(0, ...own.map((answer) => answer.endedAt - answer.startedAt)),
    afterMs: Math.max(0, ...failed.map((answer) => answer.endedAt - endedAt)),
  };
}

function longestGap(own: readonly Answer[], beganAt: number): number {
  let last = beganAt;
  let gap = 0;
  for (const { endedAt } of own
    .filter(({ outcome }) => outcome === OK)
    .toSorted((one, other) => one.endedAt - other.endedAt)) {
    gap = Math.max(gap, endedAt - last);
    last = endedAt;
  }
  return gap;
}
