import { Answers } from '../../faults/answers.ts';
import { askReport, callTool, type Endpoints, REQUEST_TIMEOUT_MS } from '../../faults/ask.ts';
import { CAMPAIGNS, WEBSITES } from '../../faults/catalog.ts';
import { poll } from '../../faults/poll.ts';
import { type Recount } from '../../faults/recount.ts';
import { Sender } from '../../faults/sender.ts';

/** Callers that work all the time. */
export interface Callers {
  answers: Answers;
  /** Numbers that were wrong when they were read back. Each is recorded as an answer, too. */
  differences: readonly string[];
  /** Resolves after `stop`. */
  working: Promise<unknown>;
  stop(): void;
}

/** Leaves time for the services that start meanwhile on the same machine. */
const PAUSE_MS = 100;
const SUBJECT = { website: 1, campaign: CAMPAIGNS };

/**
 * Starts callers: some send events and read them back at once, in turn from the REST API and the tool server; the others
 * ask for a report, call a tool, read the weekly insights and open the login page.
 */
export function startCallers(endpoints: Endpoints, issuer: string, recount: Recount, count: number): Callers {
  const answers = new Answers();
  const differences: string[] = [];
  let isOver = false;
  const over = () => isOver;
  const send = async (sender: Sender) => {
    while (!over())
      await sender.run(over).catch((error: Error) => {
        const now = performance.now();
        answers.all.push({ caller: 'read back', startedAt: now, endedAt: now, outcome: 'wrong number' });
        differences.push(error.message);
      });
  };
  const get = (url: string, token?: string) =>
    fetch(url, {
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  const insights = `${endpoints.rest}/api/v1/reports/website/insights?website_id=1`;
  // The last campaign is only asked for: its numbers do not change.
  const senders = Array.from({ length: count }, (_, index) => {
    const own = { campaign: index + 1, websites: WEBSITES, answers, pauseMs: PAUSE_MS };
    return send(new Sender(endpoints, recount, own));
  });
  const working = Promise.all([
    ...senders,
    poll(answers, 'report', () => askReport(endpoints, SUBJECT), over),
    poll(answers, 'tool call', () => callTool(endpoints, SUBJECT), over),
    poll(answers, 'insights', () => get(insights, endpoints.restToken), over),
    poll(answers, 'login page', () => get(`${issuer}/login`), over),
  ]);
  return {
    answers,
    differences,
    working,
    stop() {
      isOver = true;
    },
  };
}
