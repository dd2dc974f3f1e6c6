import { type Principal, requireScope, resolveWebsite } from '@funnel/auth';
import type { Database } from '@funnel/db';
import type { Resource, ResourceAnswer } from './resource.ts';

export interface ResourceRequest {
  database: Database;
  principal: Principal;
  /** The query, by name, as given. */
  raw: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined where there is none. */
  body: unknown;
  now: Date;
  encryptionKey: Uint8Array;
}

/** The one way to a resource: scope, website, parameters, then the operation. */
export async function runResource(
  resource: Resource,
  request: ResourceRequest,
): Promise<ResourceAnswer<unknown>> {
  const { database, principal, raw, body, now, encryptionKey } = request;
  requireScope(principal, resource.scope);
  const websiteId = resolveWebsite(principal, raw['website_id']);
  const input = Object.fromEntries(
    Object.entries(resource.parameters).map(([name, parameter]) => [name, parameter.parse(raw[name])]),
  );
  const answer = await resource.run({ database, websiteId, now, encryptionKey }, input, body);
  return { ...answer, body: resource.output.parse(answer.body) };
}
