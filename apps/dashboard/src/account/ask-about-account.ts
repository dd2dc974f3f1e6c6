import { text } from 'node:stream/consumers';
import { jsonIn, ServiceError } from '@funnel/domain';
import type { Request } from 'express';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { askRest } from '../upstream/ask-rest.ts';
import { unavailable } from '../upstream/unavailable.ts';

/** What the REST API is asked for a page. */
export interface Question {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  path: string;
  body?: object;
}

/** A mistake of the person, as the REST API describes it. */
export interface Mistake {
  status: 404 | 422 | 429;
  detail: string;
  parameter?: string | undefined;
}

/** What the REST API says. The pages trust it: it is a part of the same product. */
export type RestAnswer<Body> = { body: Body } | { mistake: Mistake };

/** The session has ended (`ended`), or its tokens do not allow this (`scope`). */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
  readonly why: 'ended' | 'scope';

  constructor(why: 'ended' | 'scope') {
    super(`The session does not allow this: ${why}.`);
    this.why = why;
  }
}

/** Asks the REST API with the token of a session, which is renewed once. */
export async function askAboutAccount<Body>(
  req: Request,
  { method, path, body }: Question,
  session: Session,
  { sessions, restUrl, timeoutMs }: { sessions: Sessions; restUrl: string; timeoutMs: number },
): Promise<RestAnswer<Body>> {
  const asked = {
    url: new URL(`${restUrl}/api${path}`),
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  };
  const answer = await askRest(req, asked, session, { tokens: sessions, timeoutMs });
  if (!answer) throw new NotAllowedError('ended');
  const { status, headers, pieces } = answer;
  const read = jsonIn(await text(pieces));
  if (status < 300) return { body: read as Body };
  const { detail = '', parameter } = (read ?? {}) as Partial<Mistake>;
  if (status === 403) throw new NotAllowedError('scope');
  // The limit of all requests has none left; one of an operation is about what the person does.
  const retryAfter = headers.get('retry-after');
  if (status === 429 && retryAfter !== null && headers.get('ratelimit')?.includes(';r=0;'))
    throw new ServiceError('rate_limited', detail, { headers: { 'Retry-After': retryAfter } });
  if (status === 404 || status === 422 || status === 429) return { mistake: { status, detail, parameter } };
  throw unavailable('reports', new Error(`The REST API answered ${status}.`));
}
