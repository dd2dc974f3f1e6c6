import cors from 'cors';
import type { RequestHandler } from 'express';
import { sendJsonRpcError } from './message.ts';

interface Access {
  resource: string;
  allowedHosts?: readonly string[];
  allowedOrigins?: readonly string[];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const REJECTED = -32_000;
const METHODS = ['POST'];
const crossOrigin = cors({
  // Only those that were let through get here.
  origin: true,
  methods: METHODS,
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Accept',
    'Mcp-Protocol-Version',
    'Mcp-Session-Id',
    'Mcp-Method',
    'Mcp-Name',
    'Last-Event-ID',
    'X-Request-Id',
  ],
  exposedHeaders: [
    'WWW-Authenticate',
    'Mcp-Session-Id',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Request-Id',
  ],
  maxAge: 7_200,
});

/** Checks Host and Origin to prevent DNS rebinding, and adds CORS headers for allowed browser clients. */
export function browserAccess({ resource, allowedHosts = [], allowedOrigins = [] }: Access): RequestHandler {
  const own = new URL(resource);
  const hosts = new Set([own.hostname, ...LOOPBACK, ...allowedHosts]);
  const origins = new Set([own.origin, ...allowedOrigins]);

  return (req, res, next) => {
    const { origin } = req.headers;
    const reject = (message: string) =>
      sendJsonRpcError(res.vary('Origin'), 403, { code: REJECTED, message });
    if (!hosts.has(req.hostname?.toLowerCase())) return reject('The Host header does not name this server.');
    if (origin !== undefined && !origins.has(origin.toLowerCase()) && !isLoopback(origin))
      return reject('This origin is not allowed.');
    if (req.method === 'OPTIONS') res.set('Allow', [...METHODS, 'OPTIONS'].join(', '));
    crossOrigin(req, res, next);
  };
}

/** Whether a page comes from the caller's own machine, on any port. */
function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}
