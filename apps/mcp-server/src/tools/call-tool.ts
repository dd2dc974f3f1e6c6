import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { ServiceError, toProblem } from '@funnel/domain';
import { type OperationRequest, runOperation, type ToolOperation } from '@funnel/operations';
import { EXTRAS_KEY } from '@funnel/report-view';
import { HungUpError, inSpan, type Logger } from '@funnel/service';
import type { ToolMetrics, ToolOutcome } from './tool-metrics.ts';

/** What a call is made with, in every revision of the protocol. */
export interface ToolContext {
  database: Database;
  replica?: Database | undefined;
  principal: Principal;
  now: Date;
  /** Returned as `instance` in problems. */
  requestId: string;
  logger: Logger;
  toolMetrics: ToolMetrics;
  showsViews: boolean;
  signal?: AbortSignal | undefined;
  /** Counts a call for its websites; throws above their limit. */
  websiteLimiter?: OperationRequest['websiteLimiter'];
}

type Text = { type: 'text'; text: string };

/** The result of a tool call. A type, not an interface: the SDK's results allow other keys. */
export type ToolResult = {
  content: Text[];
  structuredContent?: Record<string, unknown>;
  /** Only for the view; models do not see it. */
  _meta?: Record<string, unknown>;
  isError?: true;
};

/** Runs a tool: the body of the REST report as structure and as text, or a problem object as text only; then the notes. */
export async function callTool(
  operation: ToolOperation,
  raw: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<ToolResult> {
  const { name } = operation;
  const ended = context.toolMetrics.start(name, context.principal.clientId);
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name };
  const { result, outcome } = await inSpan(
    `tools/call ${name}`,
    { attributes },
    () => answer(operation, raw, context),
    (answered) => ({ 'funnel.outcome': answered.outcome }),
  );
  ended(outcome);
  return result;
}

async function answer(
  operation: ToolOperation,
  raw: Readonly<Record<string, unknown>>,
  { requestId, logger, showsViews, ...context }: ToolContext,
): Promise<{ result: ToolResult; outcome: ToolOutcome }> {
  try {
    const { body, notes, extras } = await runOperation(operation, {
      ...context,
      raw,
      notes: 'always',
      extras: showsViews ? 'always' : undefined,
    });
    const result = {
      content: [json(body), ...noted(notes)],
      structuredContent: body as Record<string, unknown>,
      ...(extras && { _meta: { [EXTRAS_KEY]: extras } }),
    };
    return { result, outcome: 'answered' };
  } catch (error) {
    const isOurs = !(error instanceof ServiceError) || error.status >= 500;
    if (isOurs && !(error instanceof HungUpError)) {
      logger.error({ err: error, requestId, tool: operation.name }, 'tool call failed');
    }
    const { notes, ...problem } = toProblem(error, requestId);
    const result: ToolResult = { content: [json(problem), ...noted(notes)], isError: true };
    return { result, outcome: isOurs ? 'failed' : 'refused' };
  }
}

function json(value: unknown): Text {
  return { type: 'text', text: JSON.stringify(value) };
}

/** One line per note; no block if there is nothing to say. */
function noted(notes: readonly { code: string; text: string }[] = []): Text[] {
  if (notes.length === 0) return [];
  const lines = notes.map(({ code, text }) => `- ${code}: ${text}`);
  return [{ type: 'text', text: ['Notes on this answer:', ...lines].join('\n') }];
}
