import {
  classifyInboundRequest,
  type InboundModernRoute,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import type { Request } from 'express';
import type { JsonRpcError } from '../../http/message.ts';
import { headerProblem } from './standard-headers.ts';

/** The revisions that a request may name in its `_meta`; older clients start with `initialize`. */
export const REVISIONS = ['2026-07-28'];

const HEADER_MISMATCH = -32_020;

/** A request of a modern revision, as the SDK classified it. */
export type ModernRequest = Extract<InboundModernRoute, { messageKind: 'request' }>;

export type Triage =
  | { kind: 'older' }
  | { kind: 'rejected'; status: number; error: JsonRpcError }
  | { kind: 'notification' }
  | { kind: 'request'; request: ModernRequest };

/**
 * Decides which generation of the protocol a message belongs to: by the revision in the `_meta` of its body, which the
 * headers must not contradict. This is the SDK's own rule, so its clients get what they expect.
 */
export function triage({ method: httpMethod, headers, body }: Request): Triage {
  // A body that is not JSON was not read; the older transport rejects it.
  if (body === undefined) return { kind: 'older' };
  const version = headers['mcp-protocol-version'];
  if (isBefore2026(version) && !namesRevision(body)) return { kind: 'older' };
  const outcome = classifyInboundRequest({
    httpMethod,
    body,
    ...given('protocolVersionHeader', version),
    ...given('mcpMethodHeader', headers['mcp-method']),
  });
  if (outcome.kind === 'legacy') return { kind: 'older' };
  if (outcome.kind === 'reject') {
    const { httpStatus, code, message, data } = outcome;
    return { kind: 'rejected', status: httpStatus, error: { code, message, data } };
  }

  const { revision: requested = '' } = outcome.classification;
  if (!REVISIONS.includes(requested)) {
    const { code, message, data } = new UnsupportedProtocolVersionError({ supported: REVISIONS, requested });
    return { kind: 'rejected', status: 400, error: { code, message, data } };
  }
  if (outcome.messageKind === 'notification') return { kind: 'notification' };
  const problem = headerProblem(headers, outcome.message);
  return problem === undefined
    ? { kind: 'request', request: outcome }
    : { kind: 'rejected', status: 400, error: { code: HEADER_MISMATCH, message: problem } };
}

/** Recognizes nearly all older traffic at a tenth of the cost of the full check. */
function isBefore2026(version: string | string[] | undefined): boolean {
  return version === undefined || String(version) < '2026';
}

/** Whether the message, or any message of a batch, names a revision in its `_meta`. */
function namesRevision(body: unknown): boolean {
  return [body].flat().some((message) => {
    const { params } = (message ?? {}) as { params?: { _meta?: object } | null };
    const meta: unknown = params?._meta;
    return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
  });
}

function given<Name extends string>(
  name: Name,
  value: string | string[] | undefined,
): { [Key in Name]?: string } {
  return (value === undefined ? {} : { [name]: String(value) }) as { [Key in Name]?: string };
}
