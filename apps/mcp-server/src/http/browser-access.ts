import type { RequestHandler } from 'express';
import { sendJsonRpcError } from './message.ts';

interface Access {
  resource: string;
  allowedHosts?: readonly string[];
  allowedOrigins?: readonly string[];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const REJECTED = -32_000;
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, X-Request-Id',
  'Access-Control-Max-Age': '7200',
};
const EXPOSED = 'WWW-Authenticate, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';

/** Checks Host and Origin to prevent DNS rebinding, and adds CORS headers for allowed browser clients. */
export function browserAccess({ resource, allowedHosts = [], allowedOrigins = [] }: Access): RequestHandler {
  const own = new URL(resource);
  const hosts = new Set([own.hostname, ...LOOPBACK, ...allowedHosts]);
  const origins = new Set([own.origin, ...allowedOrigins]);

  return (req, res, next) => {
    res.vary('Origin');
    const { origin } = req.headers;
    if (!hosts.has(req.hostname?.toLowerCase())) {
      const message = 'The Host header does not name this server.';
      sendJsonRpcError(res, 403, { code: REJECTED, message });
    } else if (origin !== undefined && !origins.has(origin.toLowerCase()) && !isLoopback(origin)) {
      sendJsonRpcError(res, 403, { code: REJECTED, message: 'This origin is not allowed.' });
    } else {
      if (origin !== undefined) {
        res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
      }
      if (req.method === 'OPTIONS') res.status(204).set(PREFLIGHT).set('Allow', 'POST, OPTIONS').end();
      else next();
    }
  };
}

/** Whether a page comes from the caller's own machine, on any port. */
function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}
