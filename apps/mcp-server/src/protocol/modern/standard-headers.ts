import type { IncomingHttpHeaders } from 'node:http';
import { Buffer } from 'node:buffer';

interface Request {
  method: string;
  params?: Record<string, unknown> | undefined;
}

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);
const ENCODED = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;

/**
 * Finds what is wrong with the headers that repeat the body ("Request Metadata" of the Streamable HTTP transport).
 * The version and method headers have already been compared with the body.
 */
export function headerProblem(headers: IncomingHttpHeaders, { method, params }: Request): string | undefined {
  if (headers['mcp-protocol-version'] === undefined) return 'MCP-Protocol-Version is missing.';
  if (headers['mcp-method'] === undefined) return 'Mcp-Method is missing.';
  const field = NAMED_BY.get(method);
  const named = field === undefined ? undefined : params?.[field];
  // A body without the parameter is rejected as malformed.
  if (typeof named !== 'string') return undefined;
  const name = headers['mcp-name'];
  if (name === undefined) return `Mcp-Name is missing: it repeats ${field} of the parameters.`;
  return decode(String(name)) === named ? undefined : `Mcp-Name differs from ${field} of the parameters.`;
}

/** Decodes a header value; undefined if its Base64 is invalid. */
function decode(value: string): string | undefined {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const [, encoded] = ENCODED.exec(value) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}
