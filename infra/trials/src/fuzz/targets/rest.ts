import fc from 'fast-check';
import type { FuzzRequest } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { fromSchema, type ValueContext } from '../values/from-schema.ts';
import { authorizationOf, bodyOf, encodedValue, methodOf, oddHeaders, queryOf } from '../values/http.ts';
import { type Contract, type Operation, readContract } from './openapi.ts';
import type { Target } from './target.ts';

const BASE = '/api/v1';
/** A hostile parameter in so many: requests have several, and most requests should reach a report. */
const SANITY = 40;

/** The operations of the REST API, from its OpenAPI document. */
export function restTarget(root: string, { addresses, tenants }: World): Target {
  const contract = readContract(root, 'openapi.json');
  const requests = tenants.flatMap((tenant) =>
    contract.operations.map((operation) => requestOf(contract, operation, tenant)),
  );
  return { origin: addresses.REST_API_RESOURCE, requests: fc.oneof(...requests), check: contract.check };
}

function requestOf(contract: Contract, operation: Operation, tenant: Tenant): fc.Arbitrary<FuzzRequest> {
  const context: ValueContext = {
    tenant,
    resolve: contract.resolve,
    sanity: SANITY,
    subject: /\/(\w+)s\/\{id\}/.exec(operation.path)?.[1],
  };
  const valuesIn = (place: string) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }) => [name, encodedValue(fromSchema(schema, context, name), SANITY)]),
    );
  const pathValues = Object.fromEntries(
    Object.entries(valuesIn('path')).map(([name, value]) => [name, value.filter(isPathSegment)]),
  );
  const body = operation.body
    ? bodyOf(
        fromSchema(operation.body, context).map((value) => Buffer.from(JSON.stringify(value))),
        'application/json',
      )
    : fc.constant({ body: undefined, headers: {} });
  return fc
    .record({
      method: methodOf(operation.method.toUpperCase()),
      inPath: fc.record(pathValues),
      query: queryOf(valuesIn('query')),
      authorization: authorizationOf(tenant, 'rest'),
      odd: oddHeaders,
      sent: body,
    })
    .map(({ method, inPath, query, authorization, odd, sent }) => ({
      method,
      path: BASE + operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '') + query,
      headers: { ...authorization, ...sent.headers, ...odd },
      body: sent.body,
      tenant,
      operation: `${operation.method} ${operation.path}`,
    }));
}

/** An empty value would ask for another path: `/campaigns/` is the list, not one campaign. */
function isPathSegment(text: string): boolean {
  return text !== '';
}
