import type { Principal } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { ServiceError, toProblem } from '@funnel/domain';
import { type Report, runReport } from '@funnel/operations';
import type { Logger } from '@funnel/service';

/** What a call is made with, whichever revision of the protocol it came by. */
export interface ToolContext {
  database: Database;
  principal: Principal;
  now: Date;
  /** The `instance` of its problems. */
  requestId: string;
  logger: Logger;
}

type Text = { type: 'text'; text: string };

/** A type, not an interface: the SDK's results are open to further keys. */
export type ToolResult = {
  content: Text[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** The body of the REST report, as structure and as text; what went wrong is a problem object, as text only. */
export async function callTool(
  report: Report,
  raw: Readonly<Record<string, unknown>>,
  { database, principal, now, requestId, logger }: ToolContext,
): Promise<ToolResult> {
  try {
    const body = await runReport(report, { database, principal, raw, now });
    return { content: [text(body)], structuredContent: body as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) {
      logger.error({ err: error, requestId, tool: report.tool }, 'tool call failed');
    }
    return { content: [text(toProblem(error, requestId))], isError: true };
  }
}

function text(value: unknown): Text {
  return { type: 'text', text: JSON.stringify(value) };
}
