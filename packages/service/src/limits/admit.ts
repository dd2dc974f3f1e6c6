import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@funnel/domain';
import { admissionOf } from '../admission/admission.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import { networkOfRequest } from '../http/network.ts';
import { addToRequestLog } from '../http/requests.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What `admit` and the log need of a principal. */
export interface Caller {
  budgetKey: string;
  credentialId?: string;
  clientId?: string | null;
  websiteIds?: readonly number[];
}

/** Who may send requests, and how many. */
export interface AdmissionOptions<Principal extends Caller> {
  authenticator: {
    authenticate(authorizationHeader: string | undefined, network?: string): Promise<Principal>;
  };
  rateLimiter?: RateLimiter | undefined;
  failedCredentials?: FailedCredentials | undefined;
}

/** Authenticates a request and counts it by its weight, before its query or body is read. */
export async function admit<Principal extends Caller>(
  req: IncomingMessage,
  res: ServerResponse,
  { authenticator, rateLimiter, failedCredentials }: AdmissionOptions<Principal>,
  weight = 1,
): Promise<Principal> {
  const admission = admissionOf(req);
  await admission.count({ weight });
  // Node keeps only the first of two Authorization headers. Joined, they are rejected.
  const credential = req.headersDistinct['authorization']?.join(', ');
  const network = networkOfRequest(req);
  const principal = await authenticator.authenticate(credential, network).catch(async (error: unknown) => {
    const isRefused = credential && error instanceof ServiceError && error.code === 'unauthorized';
    throw (isRefused && (await failedCredentials?.refused(req))) || error;
  });
  logCaller(req, principal);
  if (rateLimiter) {
    const headers = await rateLimiter.take(principal.budgetKey, weight);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  }
  await admission.count({ caller: principal.budgetKey });
  return principal;
}

/** A token may have thousands of websites. */
const LOGGED_WEBSITES = 20;

/** Says in the log which token was used. The number of its websites tells whether all of them are listed. */
function logCaller(req: IncomingMessage, { credentialId, clientId, websiteIds = [] }: Caller): void {
  addToRequestLog(req, {
    tokenId: credentialId,
    client: clientId?.slice(0, 200),
    websites: websiteIds.slice(0, LOGGED_WEBSITES),
    ...(websiteIds.length > LOGGED_WEBSITES && { websiteCount: websiteIds.length }),
  });
}
