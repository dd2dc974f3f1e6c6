import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FuzzRequest } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { fromSchema, type ValueContext } from '../values/from-schema.ts';
import { authorizationOf, bodyOf, methodOf, oddHeaders, type SentBody } from '../values/http.ts';
import { type Contract, type Operation, readContract } from './openapi.ts';
import type { Target } from './target.ts';

/** An event has many fields, and a catalog more: most of them must be valid for some to be recorded. */
const SANITY = 150;

/** Events and catalogs, from the OpenAPI document of the event intake. */
export function intakeTarget(root: string, { addresses, tenants }: World): Target {
  const contract = readContract(root, 'event-intake.openapi.json');
  const requests = tenants.flatMap((tenant) =>
    contract.operations.map((operation) => requestOf(contract, operation, tenant)),
  );
  return { origin: addresses.EVENT_INTAKE_RESOURCE, requests: fc.oneof(...requests), check: contract.check };
}

function requestOf(contract: Contract, operation: Operation, tenant: Tenant): fc.Arbitrary<FuzzRequest> {
  const context: ValueContext = { tenant, resolve: contract.resolve, sanity: SANITY };
  return fc
    .record({
      method: methodOf(operation.method.toUpperCase()),
      authorization: authorizationOf(tenant, 'intake'),
      odd: oddHeaders,
      sent: bodies(fromSchema(operation.body ?? {}, context)),
    })
    .map(({ method, authorization, odd, sent }) => ({
      method,
      path: operation.path,
      headers: { ...authorization, ...sent.headers, ...odd },
      body: sent.body,
      tenant,
      operation: `${operation.method} ${operation.path}`,
    }));
}

/** As JSON, as lines of JSON, and compressed. */
function bodies(value: fc.Arbitrary<unknown>): fc.Arbitrary<SentBody> {
  const json = value.map((given) => Buffer.from(JSON.stringify(given)));
  const lines = value.map((given) => {
    const items: unknown[] = Array.isArray(given) ? given : [given];
    return Buffer.from(items.map((item) => JSON.stringify(item)).join('\n'));
  });
  return fc.oneof(
    { weight: 4, arbitrary: bodyOf(json, 'application/json') },
    { weight: 2, arbitrary: bodyOf(lines, 'application/x-ndjson') },
    {
      weight: 1,
      arbitrary: bodyOf(
        json.map((body) => gzipSync(body)),
        'application/json',
      ).map(({ body, headers }) => ({
        body,
        headers: { 'content-encoding': 'gzip', ...headers },
      })),
    },
  );
}
