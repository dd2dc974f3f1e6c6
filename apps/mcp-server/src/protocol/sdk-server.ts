import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { z } from 'zod';
import { METRIC_DEFINITIONS, METRIC_DEFINITIONS_TEXT } from '../guide/metric-definitions.ts';
import { areIds, PROMPTS } from '../guide/prompts.ts';
import { callTool, type ToolContext } from '../tools/call-tool.ts';
import { reportOfTool, TOOLS } from '../tools/registry.ts';

const INFO = { name: 'funnel-reports', title: 'Funnel reports', version: '1.0.0' };
const CAPABILITIES = { tools: {}, prompts: {}, resources: {} };
const RESOURCE_NOT_FOUND = -32_002;

/** Of what needs parameters: the SDK would answer malformed ones with an internal error. */
const CALL_TOOL = openRequest('tools/call');
const GET_PROMPT = openRequest('prompts/get');
const READ_RESOURCE = openRequest('resources/read');

/** One for all: a server would make its own, which costs more than the rest of it. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const listedTools = { tools: [...TOOLS] };
const listedPrompts = {
  prompts: PROMPTS.map(({ text: _text, arguments: given, ...prompt }) => ({
    ...prompt,
    arguments: [...given],
  })),
};
const toolNames = TOOLS.map(({ name }) => name).join(', ');

/** The low-level server: `McpServer` would check arguments by itself, and our codes would never be seen. */
export function createSdkServer(context: ToolContext, instructions: string | undefined): Server {
  const server = new Server(INFO, {
    capabilities: CAPABILITIES,
    jsonSchemaValidator,
    ...(instructions === undefined ? {} : { instructions }),
  });

  server.setRequestHandler(ListToolsRequestSchema, () => listedTools);
  server.setRequestHandler(CALL_TOOL, (request) => {
    const { params } = parse(CallToolRequestSchema, request);
    const report = reportOfTool(params.name);
    if (!report) throw invalidParams(`Unknown tool. There are: ${toolNames}.`);
    return callTool(report, params.arguments ?? {}, context);
  });

  server.setRequestHandler(ListPromptsRequestSchema, () => listedPrompts);
  server.setRequestHandler(GET_PROMPT, (request) => {
    const { params } = parse(GetPromptRequestSchema, request);
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (!prompt) throw invalidParams('Unknown prompt.');
    const given = params.arguments ?? {};
    if (!areIds(given)) throw invalidParams('The arguments of a prompt are ids: whole numbers from 1.');
    const text = prompt.text(given, context.now);
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });

  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [METRIC_DEFINITIONS] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(READ_RESOURCE, (request) => {
    const { params } = parse(ReadResourceRequestSchema, request);
    const { uri, mimeType } = METRIC_DEFINITIONS;
    if (params.uri !== uri) throw new McpError(RESOURCE_NOT_FOUND, 'There is no such resource.');
    return { contents: [{ uri, mimeType, text: METRIC_DEFINITIONS_TEXT }] };
  });

  // In a batch it could take back its neighbour, whose answer the transport would wait for in vain.
  server.setNotificationHandler(CancelledNotificationSchema, () => {});
  return server;
}

function openRequest<Method extends string>(method: Method) {
  return z.looseObject({ method: z.literal(method) });
}

function parse<Schema extends z.ZodType>(schema: Schema, request: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(request);
  if (!success) throw invalidParams('The parameters of this method are malformed.');
  return data;
}

function invalidParams(message: string): McpError {
  return new McpError(ErrorCode.InvalidParams, message);
}
