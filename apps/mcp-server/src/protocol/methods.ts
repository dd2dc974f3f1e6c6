import { VERSION } from '@funnel/operations';
import { z } from 'zod';
import { METRIC_DEFINITIONS, METRIC_DEFINITIONS_TEXT } from '../guide/metric-definitions.ts';
import { areIds, PROMPTS } from '../guide/prompts.ts';
import { callTool, type ToolContext } from '../tools/call-tool.ts';
import { operationOfTool, TOOLS, TOOLS_WITH_VIEW } from '../tools/tool-list.ts';
import { VIEW, VIEW_CONTENT } from '../view/view-resource.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  RESOURCE_NOT_FOUND,
  RpcError,
} from './rpc-error.ts';

export const SERVER_INFO = { name: 'funnel-reports', title: 'Funnel reports', version: VERSION };
export const CAPABILITIES = { tools: {}, prompts: {}, resources: {} };

type Result = Record<string, unknown>;
type Method = (params: unknown, context: ToolContext) => Result | Promise<Result>;

const CALL = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });
const PROMPT = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
const RESOURCE = z.object({ uri: z.string() });

const listedPrompts = { prompts: PROMPTS.map(({ text: _text, ...prompt }) => prompt) };
const toolNames = TOOLS.map(({ name }) => name).join(', ');

/** Every method except the handshake and discovery, which differ between the generations of the protocol. */
const METHODS: Readonly<Record<string, Method>> = {
  'tools/list': (_params, { showsViews }) => ({ tools: showsViews ? TOOLS_WITH_VIEW : TOOLS }),
  'tools/call'(params, context) {
    const { name, arguments: given = {} } = parse(CALL, params);
    const operation = operationOfTool(name);
    if (!operation) throw new RpcError(INVALID_PARAMS, `Unknown tool. The tools are: ${toolNames}.`);
    return callTool(operation, given, context);
  },
  'prompts/list': () => listedPrompts,
  'prompts/get'(params, { now }) {
    const { name, arguments: given = {} } = parse(PROMPT, params);
    const prompt = PROMPTS.find((one) => one.name === name);
    if (!prompt) throw new RpcError(INVALID_PARAMS, 'Unknown prompt.');
    if (!areIds(given)) {
      throw new RpcError(INVALID_PARAMS, 'Prompt arguments are ids: positive integers.');
    }
    const content = { type: 'text', text: prompt.text(given, now) };
    return { description: prompt.description, messages: [{ role: 'user', content }] };
  },
  'resources/list': (_params, { showsViews }) => ({
    resources: showsViews ? [METRIC_DEFINITIONS, VIEW] : [METRIC_DEFINITIONS],
  }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read'(params) {
    const asked = parse(RESOURCE, params);
    const { uri, mimeType } = METRIC_DEFINITIONS;
    if (asked.uri === VIEW.uri) return { contents: [VIEW_CONTENT] };
    if (asked.uri !== uri) {
      throw new RpcError(RESOURCE_NOT_FOUND, 'Unknown resource.', { uri: asked.uri });
    }
    return { contents: [{ uri, mimeType, text: METRIC_DEFINITIONS_TEXT }] };
  },
};

export function isOffered(method: string): boolean {
  return Object.hasOwn(METHODS, method);
}

/** Answers a request, in either generation of the protocol. Independent of the SDKs. */
export async function answer(
  { method, params }: { method: string; params?: unknown },
  context: ToolContext,
): Promise<Result> {
  const answerMethod = isOffered(method) ? METHODS[method] : undefined;
  if (!answerMethod) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  try {
    return await answerMethod(params, context);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    context.logger.error({ err: error, requestId: context.requestId, method }, 'request failed');
    throw new RpcError(INTERNAL_ERROR, 'Internal error');
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(params);
  if (!success) throw new RpcError(INVALID_PARAMS, 'The parameters of this method are malformed.');
  return data;
}
