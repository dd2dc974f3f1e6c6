import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FuzzRequest, Target } from '../request.ts';
import type { World } from '../tenants/start-tenants.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { fromSchema } from '../values/from-schema.ts';
import {
  authorizationOf,
  bodyOf,
  encodedValue,
  jsonBody,
  methodOf,
  noBody,
  oddHeaders,
  queryOf,
  type SentBody,
} from '../values/http.ts';
import { type Contract, type Operation, readContract } from './openapi.ts';

interface Service {
  name: 'rest' | 'intake';
  origin: string;
  /** In front of the paths of the document. */
  base: string;
  /** A hostile value comes once in so many, so that most requests reach what is behind the parser. */
  sanity: number;
}

export function restTarget({ addresses }: World, root: string): Target {
  const origin = addresses.REST_API_RESOURCE;
  const contract = readContract(root, 'openapi.json');
  return contractTarget({ name: 'rest', origin, base: '/api/v1', sanity: 40 }, contract);
}

/** Events and catalogs. An event has many fields, and a catalog more: most must be valid for some to be recorded. */
export function intakeTarget({ addresses }: World, root: string): Target {
  const origin = addresses.EVENT_INTAKE_RESOURCE;
  const contract = readContract(root, 'event-intake.openapi.json');
  return contractTarget({ name: 'intake', origin, base: '', sanity: 150 }, contract);
}

function contractTarget(service: Service, { operations, check }: Contract): Target {
  return {
    origin: service.origin,
    requestsOf: (tenant) => fc.oneof(...operations.map((operation) => requestOf(service, operation, tenant))),
    check,
  };
}

function requestOf(
  { name: service, base: common, sanity }: Service,
  { method, path, base = common, parameters, body }: Operation,
  tenant: Tenant,
): fc.Arbitrary<FuzzRequest> {
  const subject = /\/(\w+)s\/\{id\}/.exec(path)?.[1];
  const context = { tenant, sanity, subject };
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }) => [name, encodedValue(fromSchema(schema, context, name), sanity)]),
    );
  // An empty value would ask for another path: `/campaigns/` is the list, not one campaign.
  const pathValues = Object.entries(valuesIn('path')).map(([name, value]) => [
    name,
    value.filter((text) => text !== ''),
  ]);
  return fc
    .record({
      method: methodOf(method.toUpperCase()),
      inPath: fc.record(Object.fromEntries(pathValues) as Record<string, fc.Arbitrary<string>>),
      query: queryOf(valuesIn('query')),
      credentials: authorizationOf(tenant, service),
      odd: oddHeaders,
      sent: body ? (service === 'intake' ? eventBody : jsonBody)(fromSchema(body, context)) : noBody,
    })
    .map((made) => ({
      method: made.method,
      path: base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => made.inPath[name] ?? '') + made.query,
      headers: { ...made.credentials, ...made.sent.headers, ...made.odd },
      body: made.sent.body,
      tenant,
      operation: `${method} ${path}`,
    }));
}

/** As JSON, as lines of JSON, and compressed. */
function eventBody(values: fc.Arbitrary<unknown>): fc.Arbitrary<SentBody> {
  const lines = values.map((given) => {
    const items: unknown[] = Array.isArray(given) ? given : [given];
    return Buffer.from(items.map((item) => JSON.stringify(item)).join('\n'));
  });
  const compressed = values.map((given) => gzipSync(JSON.stringify(given)));
  return fc.oneof(
    { weight: 4, arbitrary: jsonBody(values) },
    { weight: 2, arbitrary: bodyOf(lines, 'application/x-ndjson') },
    {
      weight: 1,
      arbitrary: bodyOf(compressed, 'application/json').map(({ body, headers }) => ({
        body,
        headers: { 'content-encoding': 'gzip', ...headers },
      })),
    },
  );
}
