import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { VIEW_TYPE } from './view-resource.ts';

const EXTENSION = 'io.modelcontextprotocol/ui';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const SESSION_PREFIX = 'view-';

/**
 * Whether the caller shows pages beside answers (MCP Apps). A modern request says so itself. An older client says it
 * once, in `initialize`; its session id repeats it, so that nothing has to be remembered here.
 */
export function showsViews({ headers, body }: Pick<Request, 'headers' | 'body'>): boolean {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> } | null };
  const isNamed = String(headers['mcp-session-id'] ?? '').startsWith(SESSION_PREFIX);
  return isNamed || announcesViews(params?._meta?.[CAPABILITIES_KEY]);
}

/** The session id for an older client that announces the extension; the others get none. */
export function sessionIdFor(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { capabilities?: unknown } | null;
  };
  const isAnnounced = method === 'initialize' && announcesViews(params?.capabilities);
  return isAnnounced ? `${SESSION_PREFIX}${randomUUID()}` : undefined;
}

function announcesViews(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> | null };
  const { mimeTypes } = (extensions?.[EXTENSION] ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW_TYPE);
}
