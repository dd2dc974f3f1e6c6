import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { checkProblem } from '../check-answer.ts';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf, type Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { fromSchema, type Schema } from '../values/from-schema.ts';
import { hostileJson, hostileText, mostly } from '../values/hostile.ts';
import { authorizationOf, isHeaderValue, jsonBody, methodOf, oddHeaders } from '../values/http.ts';

interface Tool {
  name: string;
  inputSchema: Schema;
  outputSchema: object;
}

interface Message {
  method: unknown;
  params?: unknown;
}

const SANITY = 40;
const PATH = '/mcp';
const INTERNAL_ERROR = -32_603;
const LEGACY = ['2025-11-25', '2025-06-18'];
const MODERN = '2026-07-28';
const HANDSHAKE = {
  protocolVersion: LEGACY[0],
  capabilities: {},
  clientInfo: { name: 'fuzz', version: '1' },
};
const OTHER_METHODS: readonly Message[] = [
  { method: 'initialize', params: HANDSHAKE },
  { method: 'prompts/get', params: { name: 'weekly_review', arguments: { website_id: '11' } } },
  { method: 'resources/read', params: { uri: 'funnel://metrics' } },
  { method: 'logging/setLevel', params: { level: 'debug' } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } },
  },
  { method: 'notifications/cancelled', params: { requestId: 1 } },
  ...['ping', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((method) => ({
    method,
  })),
  ...['server/discover', 'notifications/initialized', 'tasks/list', '__proto__', 'toString'].map(
    (method) => ({ method }),
  ),
];

/** Calls of the tools, from their schemas, in all revisions of the protocol. */
export function mcpTarget({ addresses, tenants }: World, root: string): Target {
  const file = readFileSync(join(root, 'contracts', 'tools.json'), 'utf8');
  const { tools } = JSON.parse(file) as { tools: Tool[] };
  const ajv = new Ajv2020({ strict: false });
  const outputs = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
  return {
    origin: new URL(addresses.MCP_SERVER_RESOURCE).origin,
    requests: fc.oneof(...tenants.map((tenant) => requestOf(tools, tenant))),
    check: (request, answer) => checkAnswer(outputs.get(request.operation), request, answer),
  };
}

function requestOf(tools: readonly Tool[], tenant: Tenant): fc.Arbitrary<FuzzRequest> {
  const context = { tenant, sanity: SANITY };
  const calls = tools.map(({ name, inputSchema }) =>
    fc
      .tuple(
        mostly<unknown>(fc.constant(name), hostileText, 80),
        fromSchema(inputSchema, { ...context, subject: /^get_(\w+)_report/.exec(name)?.[1] }),
      )
      .map(
        ([called, args]): Message => ({ method: 'tools/call', params: { name: called, arguments: args } }),
      ),
  );
  const others = fc
    .tuple(fc.constantFrom(...OTHER_METHODS), mostly<unknown>(fc.constant(undefined), hostileJson, 3))
    .map(([message, params]): Message => (params === undefined ? message : { ...message, params }));
  const message = fc.oneof(
    { weight: 10, arbitrary: fc.oneof(...calls) },
    { weight: 3, arbitrary: others },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileJson, hostileJson).map(([method, params]): Message => ({ method, params })),
    },
  );
  return fc
    .record({
      method: methodOf('POST'),
      message,
      id: mostly<unknown>(fc.constant(1), hostileJson, 20),
      version: mostly(fc.constantFrom(...LEGACY, MODERN), hostileText.filter(isHeaderValue), 20),
      authorization: authorizationOf(tenant, 'mcp'),
      odd: oddHeaders,
    })
    .chain(({ method, message: sent, version, id, authorization, odd }) =>
      jsonBody(fc.constant(envelope(sent, version, id))).map(({ body, headers }) => ({
        method,
        path: PATH,
        headers: {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': version,
          ...(version === MODERN ? modernHeaders(sent) : {}),
          ...authorization,
          ...headers,
          ...odd,
        },
        body,
        tenant,
        operation: toolOf(sent) ?? (typeof sent.method === 'string' ? sent.method.slice(0, 40) : 'no method'),
      })),
    );
}

function envelope({ method, params }: Message, version: string, id: unknown): object {
  const isNotification = typeof method === 'string' && method.startsWith('notifications/');
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const isPlain = typeof params === 'object' && params !== null && !Array.isArray(params);
  const sent = version === MODERN && (isPlain || params === undefined) ? { ...params, _meta } : params;
  return { jsonrpc: '2.0', ...(isNotification ? {} : { id }), method, params: sent };
}

function modernHeaders(message: Message): Record<string, string> {
  const name = toolOf(message);
  const { method } = message;
  return {
    ...(typeof method === 'string' && isHeaderValue(method) ? { 'mcp-method': method } : {}),
    ...(name !== undefined && isHeaderValue(name) ? { 'mcp-name': name } : {}),
  };
}

function toolOf({ method, params }: Message): string | undefined {
  const { name } = (params ?? {}) as { name?: unknown };
  return method === 'tools/call' && typeof name === 'string' ? name : undefined;
}

/** `validate` is for the structured content of a tool. */
function checkAnswer(
  validate: ValidateFunction | undefined,
  { method }: FuzzRequest,
  answer: Answer,
): string | undefined {
  const { status } = answer;
  if (method === 'OPTIONS' || method === 'HEAD') return undefined;
  if (mediaTypeOf(answer) === 'application/problem+json') return checkProblem(answer);
  if (status === 202 || status === 204)
    return answer.text === '' ? undefined : 'a body of an answer that has none';
  const messages = [jsonOf(answer) ?? []].flat();
  if (messages.length === 0) return `${status} is no JSON-RPC message`;
  return messages.map((message) => checkMessage(validate, message)).find((fault) => fault !== undefined);
}

interface RpcAnswer {
  jsonrpc?: unknown;
  error?: { code?: unknown; message?: unknown };
  result?: { isError?: boolean; content?: { text?: string }[]; structuredContent?: unknown };
}

function checkMessage(validate: ValidateFunction | undefined, message: unknown): string | undefined {
  const { jsonrpc, error, result } = (message ?? {}) as RpcAnswer;
  if (jsonrpc !== '2.0' || (error === undefined) === (result === undefined))
    return 'neither a result nor an error of JSON-RPC 2.0';
  if (error) {
    if (error.code === INTERNAL_ERROR) return 'the internal error -32603';
    const isComplete =
      Number.isInteger(error.code) && typeof error.message === 'string' && error.message !== '';
    return isComplete ? undefined : 'an error without code or message';
  }
  if (!validate || !result?.content) return undefined;
  if (result.isError) {
    const text = result.content[0]?.text ?? '';
    const { status = 0 } = (jsonOf({ text } as Answer) ?? {}) as { status?: number };
    if (status >= 500) return `the tool failed with ${status}`;
    return checkProblem({ status, text, headers: { 'content-type': 'application/problem+json' }, ms: 0 });
  }
  return validate(result.structuredContent)
    ? undefined
    : `not of the output schema: ${JSON.stringify(validate.errors)}`;
}
