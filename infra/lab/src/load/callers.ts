import { setTimeout as sleep } from 'node:timers/promises';
import { askReport, callTool, type Endpoints, OUTCOME_HEADER, sendEvents } from './ask.ts';
import { randomEvent, websiteIds } from './data.ts';
import type { Recount } from './recount.ts';

interface Answer {
  caller: string;
  /** Milliseconds of `performance.now()`. */
  startedAt: number;
  endedAt: number;
  /** `200`, another status, that of a failed tool call, or what happened to the connection. */
  outcome: string;
}

export type Callers = ReturnType<typeof startCallers>;

export const OK = '200';
const POLL_MS = 100;
const RETRY_MS = 60;

/**
 * Starts callers. Some send batches of events, each for a campaign that nobody else writes to, and repeat each batch until
 * it is answered with 200. After each batch they may read the campaign back, in turn from the REST API and from the tool
 * server: the numbers must be exactly what was sent so far. The others ask a question again and again.
 */
export function startCallers(options: {
  endpoints: Endpoints;
  recount: Recount;
  senders: number;
  readsBack: boolean;
  /** Between two batches. */
  pauseMs: number;
  questions?: Readonly<Record<string, () => Promise<Response>>>;
}) {
  const { endpoints, recount, questions = {} } = options;
  const answers: Answer[] = [];
  const differences: string[] = [];
  const over = new AbortController();

  /** Records what comes of a request. Resolves with the body of a 200. */
  async function attempt(caller: string, request: () => Promise<Response>) {
    const startedAt = performance.now();
    let [outcome, body] = [OK, ''];
    try {
      const response = await request();
      body = await response.text();
      outcome = response.headers.get(OUTCOME_HEADER) ?? String(response.status);
    } catch (error) {
      outcome = failureOf(error);
    }
    answers.push({ caller, startedAt, endedAt: performance.now(), outcome });
    return { outcome, body };
  }

  async function until200(caller: string, request: () => Promise<Response>): Promise<unknown> {
    for (;;) {
      const { outcome, body } = await attempt(caller, request);
      if (outcome === OK) return JSON.parse(body) as unknown;
      // Every event was refused, and so they would be every time.
      if (outcome === '422') throw new Error(`${caller} was answered with 422`);
      await pause(RETRY_MS);
    }
  }

  async function sendBatch(campaign: number, isEven: boolean): Promise<void> {
    const website = websiteIds[Math.floor(Math.random() * websiteIds.length)] ?? 1;
    const events = Array.from({ length: 1 + Math.floor(Math.random() * 40) }, () =>
      randomEvent(website, campaign),
    );
    const counts = await until200('events', () => sendEvents(endpoints, events));
    const { recorded, repeated, refused } = counts as Record<string, number>;
    if (refused !== 0 || Number(recorded) + Number(repeated) !== events.length)
      throw new Error(`${events.length} events were answered with ${JSON.stringify(counts)}`);
    recount.add(events);
    if (!options.readsBack) return;
    const subject = { website, campaign };
    const body = await (isEven
      ? until200('report', () => askReport(endpoints, subject))
      : until200('tool call', () => callTool(endpoints, subject)));
    recount.check({ ...subject, distinct: false }, body);
  }

  async function send(campaign: number): Promise<void> {
    for (let batch = 1; !over.signal.aborted; batch++) {
      await sendBatch(campaign, batch % 2 === 0).catch((error: Error) => {
        const now = performance.now();
        answers.push({ caller: 'read back', startedAt: now, endedAt: now, outcome: 'wrong number' });
        differences.push(error.message);
      });
      await pause(options.pauseMs);
    }
  }

  async function poll([caller, question]: [string, () => Promise<Response>]): Promise<void> {
    for (; !over.signal.aborted; await pause(POLL_MS)) await attempt(caller, question);
  }

  const senders = Array.from({ length: options.senders }, (_, index) => send(index + 1));
  const working = Promise.all([...senders, ...Object.entries(questions).map(poll)]);
  return {
    answers,
    /** What was wrong when it was sent or read back. Each is recorded as an answer, too. */
    differences,
    /** Resolves when every event that was sent is accepted. */
    stop() {
      over.abort();
      return working;
    },
  };
}

/** Keeps no process alive: after a failure nobody stops the callers. */
function pause(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}

function failureOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'no answer';
  return cause?.code === 'ECONNREFUSED' ? 'refused' : 'connection lost';
}
