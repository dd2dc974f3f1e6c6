const PROTOCOL = '2025-11-25';

/** The request that calls a tool, for the address of a tool server. */
export function toolCall(token: string, name: string, args: Readonly<Record<string, unknown>>) {
  return {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  };
}
