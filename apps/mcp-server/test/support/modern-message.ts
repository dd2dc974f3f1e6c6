import type { ToolServer } from './tool-server.ts';

/** The modern revision of the protocol. */
export const REVISION = '2026-07-28';
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

const ENVELOPE = { [VERSION_KEY]: REVISION, [CAPABILITIES_KEY]: {} };

interface Overrides {
  id?: unknown;
  /** Undefined omits a key. */
  meta?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
}

/** A JSON-RPC response with its HTTP status. */
export interface Answer {
  status: number;
  id: unknown;
  result: Record<string, unknown> & { _meta?: Record<string, unknown> };
  error: { code: number; message: string; data?: unknown };
}

/** A valid request of the revision, apart from the overrides. */
export function modernMessage(
  method: string,
  params: Record<string, unknown> = {},
  { id = 1, meta = {}, headers = {} }: Overrides = {},
) {
  const name = params['name'] ?? params['uri'];
  const all: Record<string, string | undefined> = {
    'Mcp-Protocol-Version': REVISION,
    'Mcp-Method': method,
    'Mcp-Name': typeof name === 'string' ? name : undefined,
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    headers: Object.fromEntries(sent),
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...ENVELOPE, ...meta } } },
  };
}

/** Sends a request of the revision. */
export async function askModern(
  server: ToolServer,
  token: string,
  ...message: Parameters<typeof modernMessage>
): Promise<Answer> {
  const { body, headers } = modernMessage(...message);
  const response = await server.post(token, body, headers);
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}
