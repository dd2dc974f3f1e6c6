import { type Principal, requireScope, resolveWebsite } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { namingChoices } from './website-choices.ts';
import type { Resource, ResourceAnswer } from './resource.ts';

export interface ResourceRequest {
  database: Database;
  principal: Principal;
  /** The query, by name, as given. */
  raw: Readonly<Record<string, unknown>>;
  /** Reads and parses the body; asked only once everything before it is in order. */
  readBody: () => Promise<unknown>;
  now: Date;
  encryptionKey: Uint8Array;
}

/** The one way to a resource: scope, website, parameters, then the operation. */
export async function runResource(
  resource: Resource,
  request: ResourceRequest,
): Promise<ResourceAnswer<unknown>> {
  const { database, principal, raw, now, encryptionKey } = request;
  requireScope(principal, resource.scope);
  const websiteId = await namingChoices(database, principal, () =>
    resolveWebsite(principal, raw['website_id']),
  );
  const input = Object.fromEntries(
    Object.entries(resource.parameters).map(([name, parameter]) => [name, parameter.parse(raw[name])]),
  );
  const body = resource.body ? await request.readBody() : undefined;
  const answer = await resource.run({ database, websiteId, now, encryptionKey }, input, body);
  return { ...answer, body: resource.output.parse(answer.body) };
}
