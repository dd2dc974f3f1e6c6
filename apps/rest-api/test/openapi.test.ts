import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ERRORS, SCOPES, SETTINGS_SCOPES } from '@funnel/domain';
import { exampleUrl, SHOP_OPERATIONS } from '@funnel/fixtures';
import {
  fieldsOf,
  OPERATIONS,
  type Operation,
  type OperationName,
  operationOf,
  TOOL_OPERATIONS,
} from '@funnel/operations';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '@funnel/notifications';
import { Validator } from '@seriousme/openapi-schema-validator';
import { withDemoIds } from '../src/openapi/demo-ids.ts';
import { openApiDocument, openApiText } from '../src/openapi/document.ts';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import request from 'supertest';

interface Content {
  example?: unknown;
  examples?: Record<string, unknown>;
}

/** An operation as the document describes it. */
interface Described {
  operationId: string;
  path: string;
  method: string;
  tags: string[];
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example: object }> };
  parameters: { name: string; in: string; schema: Record<string, unknown>; example?: unknown }[];
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>;
}

/** The successful answer of a report. */
interface Answers {
  '200': { content: Record<string, { schema?: { $ref?: string } }> };
}

interface FieldSchema {
  description?: string;
  $ref?: string;
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
}

const BASE_URL = 'https://api.example.com';
const ALL_OPERATIONS: readonly Operation[] = OPERATIONS;
const LOCAL = openApiDocument();
const DOCUMENT = openApiDocument(BASE_URL);
const TEXT = openApiText();

let rest: RestApp;
beforeAll(async () => {
  rest = await startRestApp();
});
afterAll(() => rest.stop());

type Components = Record<string, Record<string, unknown> | undefined>;

test('is valid OpenAPI 3.1 according to an independent validator', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(TEXT))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('generated types get an absolute server, and one named type per report that is open to new keys', () => {
  const { servers, paths, components } = DOCUMENT;
  expect(servers).toEqual([{ url: `${BASE_URL}/api/v1` }]);
  const beyond = SHOP_OPERATIONS.filter(({ path }) => path.startsWith('/beyond-v1/'));
  expect(beyond.map(({ path }) => paths[path]?.['get'])).toEqual(
    beyond.map(() => expect.objectContaining({ tags: ['Beyond v1'], servers: [{ url: `${BASE_URL}/api` }] })),
  );
  expect(JSON.stringify(components.schemas)).not.toContain('"additionalProperties":false');
  const answers = TOOL_OPERATIONS.map(
    ({ path }) => (paths[path]?.['get']?.responses as Answers | undefined)?.['200'].content ?? {},
  );
  const names = answers.map((content) => content['application/json']?.schema?.$ref);
  expect(answers.flatMap((content) => Object.keys(content))).toEqual(names.map(() => 'application/json'));
  expect(new Set(names.filter((name) => name?.startsWith('#/components/schemas/'))).size).toBe(names.length);
});

test('says once what operations repeat, and nothing else than before', () => {
  const { components, ...text } = JSON.parse(TEXT) as { components: Components };
  const { parameters, responses, examples, ...others } = components;
  const repeated: Components = { parameters, responses, examples };
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    const [, , kind = '', name = ''] = ('$ref' in value ? String(value.$ref) : '').split('/');
    const found = repeated[kind]?.[name];
    if (found) return expand(found);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each)]));
  };
  expect(expand({ ...text, components: others })).toEqual(JSON.parse(JSON.stringify(LOCAL)));
  expect(TEXT.length).toBeLessThan(JSON.stringify(LOCAL, null, 2).length * 0.6);
});

test('is served as committed', async () => {
  const { body } = await request(rest.app).get('/openapi.json').expect(200);
  expect(JSON.parse(TEXT)).toEqual(body);
});

test('describes every operation with its method, path, scope, parameters and body', () => {
  const described = operationsOf();
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    ALL_OPERATIONS.map(({ name }) => name).sort(),
  );
  for (const operation of ALL_OPERATIONS) {
    const { path, method, security, parameters, requestBody, tags } = describedAs(operation.name);
    expect([path, method]).toEqual([operation.path, operation.method]);
    const legacy = SETTINGS_SCOPES.includes(operation.scope) ? [] : [{ apiKey: [] }];
    expect(security).toEqual([{ bearer: [operation.scope] }, ...legacy]);
    expect(parameters.map(({ name }) => name).filter((name) => name !== 'format')).toEqual([
      ...fieldsOf(operation.parameters).map(([name]) => name),
      ...('tool' in operation ? ['notes'] : []),
      ...(operation.hasExtras ? ['extras'] : []),
      ...(operation.hasComparison ? ['compare'] : []),
      'Prefer',
    ]);
    expect(requestBody !== undefined).toBe(operation.body !== undefined);
    expect(tags).toEqual([operation.tag]);
  }
});

test('describes the headers, statuses and error codes of the contact operations', () => {
  const of = (name: OperationName): Described | undefined => describedAs(name);
  const codesOf = (name: OperationName, status: number) =>
    Object.keys(of(name)?.responses[status]?.content?.['application/problem+json']?.examples ?? {});
  expect(Object.keys(of('list_contacts')?.responses['200']?.headers ?? {})).toEqual(
    expect.arrayContaining(['Link', 'X-Total-Count', 'Cache-Control', 'Funnel-Notes', 'Preference-Applied']),
  );
  expect(codesOf('list_contacts', 422).sort()).toEqual(
    [
      'unknown_parameter',
      'invalid_website_id',
      'invalid_email',
      'invalid_id',
      'invalid_page',
      'invalid_per_page',
    ].sort(),
  );
  expect(codesOf('delete_contact', 422)).toContain('email_required');
  expect(Object.keys(of('upsert_contact')?.responses ?? {})).toEqual([
    '200',
    '201',
    '400',
    '401',
    '403',
    '404',
    '408',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  const bodyCodes = ['invalid_json', ...codesOf('upsert_contact', 413), ...codesOf('upsert_contact', 422)];
  expect(bodyCodes.every((code) => code in ERRORS)).toBe(true);
  expect(bodyCodes).toEqual(expect.arrayContaining(['reserved_field', 'email_or_phone_required']));
});

test('uses every component that it defines, and no other', () => {
  const { components } = JSON.parse(TEXT) as { components: Components };
  const referred = new Set(
    [...TEXT.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const present = Object.entries(components).flatMap(([kind, named]) =>
    kind === 'securitySchemes' ? [] : Object.keys(named ?? {}).map((name) => `${kind}/${name}`),
  );
  expect([...referred].sort()).toEqual(present.sort());
});

describe('the example of an operation matches its response', () => {
  const hasFixedResponse = ({ path }: { path: string }) => path !== '/contacts';
  const exampleOf = (name: OperationName, status = 200) =>
    describedAs(name).responses[status]?.content?.['application/json']?.example;

  test.each(
    SHOP_OPERATIONS.filter(hasFixedResponse).map((operation) => [operation.name, operation] as const),
  )('%s', async (name, operation) => {
    const websiteIds = operation.websiteRule === 'one' ? [11] : [11, 12];
    const { token } = await rest.token({ websiteIds, scopes: [...SCOPES] });
    const { body } = await rest.get(token, exampleUrl(operation)).expect(200);
    expect(exampleOf(name)).toEqual(withDemoIds(body));
  });

  test('contacts: created, updated, listed and deleted', async () => {
    const { token } = await rest.token({ websiteIds: [11], scopes: [...SCOPES] });
    const send = (method: 'get' | 'post' | 'delete', name: OperationName) =>
      rest.send(method, `Bearer ${token}`, exampleUrl(operationOf(name)));
    // The database sets the id and the times.
    const given = { id: 1, created_at: '2026-11-14T12:00:00.000Z', updated_at: '2026-11-14T12:00:00.000Z' };
    const sent = operationOf('upsert_contact').example.body as object;
    const created = await send('post', 'upsert_contact').send(sent).expect(201);
    expect(withDemoIds({ ...created.body, ...given })).toEqual(exampleOf('upsert_contact', 201));
    const changed = await send('post', 'upsert_contact').send(sent).expect(200);
    expect(withDemoIds({ ...changed.body, ...given })).toEqual(exampleOf('upsert_contact'));
    const listed = await send('get', 'list_contacts').expect(200);
    expect(withDemoIds(listed.body.map((contact: object) => ({ ...contact, ...given })))).toEqual(
      exampleOf('list_contacts'),
    );
    const removed = await send('delete', 'delete_contact').expect(200);
    expect(removed.body).toEqual(exampleOf('delete_contact'));
  });
});

function describedAs(name: string): Described {
  const described = operationsOf().find(({ operationId }) => operationId === name);
  if (!described) throw new Error(`${name} is not described`);
  return described;
}

function operationsOf(): Described[] {
  const paths = DOCUMENT.paths as Record<string, Record<string, Omit<Described, 'method' | 'path'>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

test('describes every request to webhooks, with an example of its body', async () => {
  const { webhooks } = DOCUMENT;
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENT_TYPES]);
  const { text } = await request(rest.app).get('/docs').expect(200);
  for (const type of WEBHOOK_EVENT_TYPES) {
    const { example } = webhooks[type]?.post.requestBody.content['application/json'] ?? {};
    expect(WEBHOOK_EVENTS[type].schema.parse(example)).toEqual(example);
    expect(text).toContain(`Fields of the body of ${type}`);
  }
});

test('says what every field means', () => {
  const insideOf = ({ items, anyOf, ...schema }: FieldSchema) =>
    items ?? anyOf?.find(({ properties }) => properties) ?? schema;
  const silent = (schema: FieldSchema, path: string): string[] =>
    Object.entries(insideOf(schema).properties ?? {}).flatMap(([name, field]) => [
      ...(field.description || field.$ref ? [] : [`${path}.${name}`]),
      ...silent(field, `${path}.${name}`),
    ]);
  const { schemas } = (JSON.parse(TEXT) as { components: { schemas: Record<string, FieldSchema> } })
    .components;
  expect(Object.entries(schemas).flatMap(([name, schema]) => silent(schema, name))).toEqual([]);
});
