import { setTimeout as sleep } from 'node:timers/promises';
import { ask, questionsAbout } from '../load/ask.ts';
import { type Answer, OK, POLL_MS, startCallers } from '../load/callers.ts';
import { countsOf } from '../trial.ts';
import type { Fault } from './fault-list.ts';
import type { Stage } from './stage.ts';

const CALM_MS = 1_000;
/** Everybody has had nothing but 200 for so long. */
const RECOVERED_MS = 1_500;
const RECOVER_WITHIN_MS = 90_000;
const CALLERS = ['events', 'report', 'tool call', 'login page', 'worker ready'];

/** What is told of each caller. */
export const COLUMNS = [
  'what happens',
  'for',
  'caller',
  'answers other than 200',
  'without 200 for',
  'slowest',
  'lost',
];

/** Lets a fault happen under load. Then every number must be what was accepted. Returns what each caller saw. */
export async function runFault(stage: Stage, fault: Fault, lastsMs: number): Promise<string[][]> {
  const { endpoints, recount, workerUrl } = stage;
  const callers = startCallers({
    endpoints,
    recount,
    senders: 2,
    readsBack: false,
    pauseMs: 50,
    questions: {
      ...questionsAbout(endpoints, { website: 1, campaign: 1 }),
      'worker ready': () => ask(`${workerUrl}/readyz`),
    },
  });
  await sleep(CALM_MS);
  const beganAt = performance.now();
  await fault.begin(stage);
  await sleep(lastsMs);
  await fault.end?.(stage);
  const endedAt = performance.now();
  await untilRecovered(callers.answers, endedAt);
  await callers.stop();
  await stage.check(callers);
  const seen = callers.answers.filter((answer) => answer.endedAt >= beganAt);
  return CALLERS.map((caller, index) => {
    const own = seen.filter((answer) => answer.caller === caller);
    const failures = own.map(({ outcome }) => outcome).filter((outcome) => outcome !== OK);
    return [
      index === 0 ? fault.title : '',
      index === 0 ? seconds(endedAt - beganAt) : '',
      caller,
      countsOf(failures) || 'none',
      failures.length === 0 ? '' : seconds(longestGap(own, beganAt)),
      seconds(Math.max(0, ...own.map((answer) => answer.endedAt - answer.startedAt))),
      index === 0 ? 'nothing' : '',
    ];
  });
}

/** Every caller has had an answer 200 and no other answer for a while. */
async function untilRecovered(answers: readonly Answer[], endedAt: number): Promise<void> {
  for (const deadline = endedAt + RECOVER_WITHIN_MS; performance.now() < deadline; await sleep(POLL_MS)) {
    const now = performance.now();
    if (now < endedAt + RECOVERED_MS) continue;
    const recent = answers.filter((answer) => answer.endedAt > now - RECOVERED_MS);
    const isBack = (caller: string) => {
      const own = recent.filter((answer) => answer.caller === caller);
      return own.length > 0 && own.every(({ outcome }) => outcome === OK);
    };
    if (CALLERS.every(isBack)) return;
  }
  throw new Error(`not all callers were answered within ${RECOVER_WITHIN_MS / 1000} s after the fault`);
}

/** The longest time between two answers 200. */
function longestGap(own: readonly Answer[], beganAt: number): number {
  const times = own.filter(({ outcome }) => outcome === OK).map(({ endedAt }) => endedAt);
  const sorted = times.toSorted((one, other) => one - other);
  return Math.max(0, ...sorted.map((time, index) => time - (sorted[index - 1] ?? beganAt)));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
