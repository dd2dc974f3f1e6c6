import type { components } from './schema.ts';

/** Why a request was refused (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** What `GET`, `POST` and `DELETE` of the client resolve with. */
export interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * A request that was refused.
 * @example
 * const error = new ProblemError(429, { code: 'rate_limited', detail: 'Too many requests.' });
 * assert.equal(error.code, 'rate_limited');
 * assert.equal(error.message, 'Too many requests.');
 */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly status: number;
  /** What the service says; a proxy in between may answer with something else. */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `The service answered with status ${status}`);
    this.status = status;
    this.problem = problem;
  }

  /** What went wrong, for programs: `invalid_timeframe`, for example. */
  get code(): string | undefined {
    return this.problem.code;
  }
}

/**
 * Returns the answer of a request, or throws a `ProblemError`.
 * @example
 * const client = createClient({ baseUrl, token });
 * const query = { website_id: 11, timeframe: 'yesteryear' as 'all_time' };
 * const error = await answerOf(client.GET('/reports/website', { params: { query } })).catch((thrown) => thrown);
 * assert.ok(error instanceof ProblemError);
 * assert.equal(error.code, 'invalid_timeframe');
 */
export async function answerOf<Data>(request: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await request;
  if (response.ok && data !== undefined) return data;
  throw new ProblemError(response.status, typeof error === 'object' && error !== null ? error : {});
}
