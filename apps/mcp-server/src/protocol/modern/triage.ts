import {
  classifyInboundRequest,
  type InboundModernRoute,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import type { Request } from 'express';
import type { JsonRpcError } from '../../http/message.ts';
import { headerFault } from './standard-headers.ts';

/** The revisions that a request may name in its `_meta`; older ones begin with `initialize`. */
export const REVISIONS = ['2026-07-28'];

const HEADER_MISMATCH = -32_020;

export type ModernRequest = Extract<InboundModernRoute, { messageKind: 'request' }>;

/** What is to be done with a message. */
export type Triage =
  | { kind: 'older' }
  | { kind: 'refused'; status: number; error: JsonRpcError }
  | { kind: 'notification' }
  | { kind: 'request'; request: ModernRequest };

/**
 * Which generation of the protocol a message is of: the body decides, by the revision in its `_meta`, and the
 * headers must not contradict it. The SDK's own rule, so that its clients find what they expect.
 */
export function triage({ method: httpMethod, headers, body }: Request): Triage {
  // What was not read, being no JSON, is the older transport's to refuse.
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
    return { kind: 'refused', status: httpStatus, error: { code, message, data } };
  }

  const { revision: requested = '' } = outcome.classification;
  if (!REVISIONS.includes(requested)) {
    const { code, message, data } = new UnsupportedProtocolVersionError({ supported: REVISIONS, requested });
    return { kind: 'refused', status: 400, error: { code, message, data } };
  }
  if (outcome.messageKind === 'notification') return { kind: 'notification' };
  const fault = headerFault(headers, outcome.message);
  return fault === undefined
    ? { kind: 'request', request: outcome }
    : { kind: 'refused', status: 400, error: { code: HEADER_MISMATCH, message: fault } };
}

/** What nearly all older traffic is told by, at a tenth of the cost of the whole examination. */
function isBefore2026(version: string | string[] | undefined): boolean {
  return version === undefined || String(version) < '2026';
}

/** In a batch: any of its messages. */
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
