/** One attempt of a caller. */
export interface Answer {
  caller: string;
  /** Milliseconds of `performance.now()`. */
  startedAt: number;
  endedAt: number;
  /** `200`, another status, `code` of a failed tool call, or what happened to the connection. */
  outcome: string;
}

/** The outcome of what worked. */
export const OK = '200';

/** Tells the outcome of an answer that has another status. */
export const OUTCOME_HEADER = 'x-outcome';

/** Records every attempt of every caller. */
export class Answers {
  readonly all: Answer[] = [];

  /** Makes an attempt and records it. Resolves with the body of a 200, else with undefined. */
  async record(caller: string, attempt: () => Promise<Response>): Promise<unknown> {
    const startedAt = performance.now();
    let outcome = OK;
    let body: unknown;
    try {
      const response = await attempt();
      const text = await response.text();
      outcome = response.headers.get(OUTCOME_HEADER) ?? String(response.status);
      if (outcome === OK) body = bodyOf(text);
    } catch (error) {
      outcome = failureOf(error);
    }
    this.all.push({ caller, startedAt, endedAt: performance.now(), outcome });
    return body;
  }
}

/** An answer for a tool call that failed inside an HTTP 200. */
export function failedCall(code: string): Response {
  return new Response('', { headers: { [OUTCOME_HEADER]: code } });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function failureOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'no answer';
  return cause?.code === 'ECONNREFUSED' ? 'refused' : 'connection lost';
}
