import type { IncomingMessage, RequestListener } from 'node:http';
import { knownMethod, pathOf, routeOf } from './route.ts';
import { loggedCallerOf, requestIdOf } from './requests.ts';
import { type Span, startSpan } from '../observability/spans.ts';

/**
 * Gives every request a span that begins before the request waits for its turn. It continues the trace of the caller, and is
 * named by route: paths and queries may hold personal data. Requests for the `exempt` paths have none.
 */
export function traceRequests(handler: RequestListener, exempt: ReadonlySet<string>): RequestListener {
  return (req, res) => {
    const span = exempt.has(pathOf(req)) ? undefined : startRequestSpan(req);
    if (!span) return handler(req, res);
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : undefined;
      span.end({
        name: `${knownMethod(req.method)} ${routeOf(req)}`,
        attributes: { ...describeRequest(req), 'http.response.status_code': status },
        ...(status !== undefined && status >= 500 && { error: { code: String(status) } }),
      });
    });
    span.run(() => handler(req, res));
  };
}

function startRequestSpan(req: IncomingMessage): Span | undefined {
  const { traceparent, tracestate } = req.headers;
  const parent = { traceparent: textOf(traceparent), tracestate: textOf(tracestate) };
  return startSpan(knownMethod(req.method), { kind: 'server', parent });
}

/** The same facts as in the log line of the request. */
function describeRequest(req: IncomingMessage) {
  const { tokenId, client, websites } = loggedCallerOf(req);
  return {
    'http.request.method': knownMethod(req.method),
    'http.route': routeOf(req),
    'funnel.request_id': requestIdOf(req),
    'funnel.token_id': tokenId,
    'funnel.client': client,
    'funnel.websites': websites && [...websites],
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
