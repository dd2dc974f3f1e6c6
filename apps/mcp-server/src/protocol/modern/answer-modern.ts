import type { RequestHandler } from 'express';
import { idOf, sendJsonRpcError, sendJsonRpcResult } from '../../http/message.ts';
import { contextOf, type ProtocolDependencies } from '../context.ts';
import { exchange } from './exchange.ts';
import { triage } from './triage.ts';

/** Protocol 2026-07-28; what is of an older revision goes on to the next handler. */
export function answerModern(dependencies: ProtocolDependencies): RequestHandler {
  /** The same for everyone, and the longest answer that every client asks for: kept once it was made. */
  let listedTools: Buffer | undefined;

  return async (req, res, next) => {
    const verdict = triage(req);
    if (verdict.kind === 'older') return next();
    if (verdict.kind === 'refused')
      return sendJsonRpcError(res, verdict.status, verdict.error, idOf(req.body));
    if (verdict.kind === 'notification') return void res.status(202).end();

    const { id, method } = verdict.request.message;
    if (method === 'tools/list' && listedTools !== undefined) return sendJsonRpcResult(res, id, listedTools);
    const response = await exchange(verdict.request, contextOf(req, dependencies));
    const text = await response.text();
    if (method === 'tools/list' && response.ok) listedTools = resultIn(text);
    res.status(response.status).type('application/json').send(text);
  };
}

/** Undefined where the answer is an error. */
function resultIn(text: string): Buffer | undefined {
  const { result } = JSON.parse(text) as { result?: unknown };
  return result === undefined ? undefined : Buffer.from(JSON.stringify(result));
}
