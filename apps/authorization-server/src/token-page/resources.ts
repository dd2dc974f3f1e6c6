import { type Scope, SCOPES } from '@funnel/domain';

export const RESOURCE_KINDS = ['rest', 'mcp'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** The resource identifiers (RFC 8707) that tokens are made for. */
export type ResourceUris = Readonly<Record<ResourceKind, string>>;

export interface ResourceText {
  name: string;
  hint: string;
  scopes: readonly Scope[];
}

export const RESOURCES: Readonly<Record<ResourceKind, ResourceText>> = {
  rest: { name: 'REST API', hint: 'for scripts and integrations', scopes: SCOPES },
  mcp: { name: 'Tool server', hint: 'for AI assistants (MCP); reads reports only', scopes: ['reports'] },
};
