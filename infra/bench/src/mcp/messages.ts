/** The tool that is called. */
export const REPORT = 'get_campaign_report';

/** A request to send. */
export interface Message {
  headers: Record<string, string>;
  body: string;
}

const COMMON = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: 'Bearer bench',
};
const CALL = { method: 'tools/call', params: { name: REPORT, arguments: { id: 1 } } };
const LIST = { method: 'tools/list', params: {} };
const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';

/** `tools/call` and `tools/list` in the older revision of the protocol. */
export const legacyCall = legacy(CALL);
export const legacyList = legacy(LIST);
/** The same in the newer revision. */
export const modernCall = modern(CALL, { 'mcp-name': REPORT });
export const modernList = modern(LIST);

function legacy(request: { method: string; params: object }): Message {
  return {
    headers: { ...COMMON, 'mcp-protocol-version': LEGACY },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  };
}

function modern({ method, params }: { method: string; params: object }, headers = {}): Message {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: { ...COMMON, 'mcp-protocol-version': MODERN, 'mcp-method': method, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  };
}
