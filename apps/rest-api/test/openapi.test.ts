import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ERRORS, SCOPES } from '@funnel/domain';
import { REPORTS, RESOURCES } from '@funnel/operations';
import { Validator } from '@seriousme/openapi-schema-validator';
import { contractFile, contractText } from '../src/openapi/contract.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { type RestApp, startRestApp } from './support/rest-app.ts';
import request from 'supertest';

interface Content {
  example?: unknown;
  examples?: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  method: string;
  tags: string[];
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example: object }> };
  parameters: { name: string; in: string; schema: Record<string, unknown>; example?: unknown }[];
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>;
}

let rest: RestApp;
beforeAll(async () => {
  rest = await startRestApp();
});
afterAll(() => rest.stop());

test('is valid OpenAPI 3.1 by a validator that is not ours', async () => {
  const validator = new Validator();
  expect(await validator.validate(openApiDocument())).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('is served as it is committed: node apps/rest-api/dist/write-contracts.js', async () => {
  const { body } = await request(rest.app).get('/openapi.json').expect(200);
  const committed = readFileSync(contractFile, 'utf8');
  expect(committed).toBe(contractText());
  expect(JSON.parse(committed)).toEqual(body);
});

test('has every report once, by the name of its tool, with every parameter of it', () => {
  const operations = operationsOf();
  const names = operations.slice(0, REPORTS.length).map(([, { operationId }]) => operationId);
  expect(names).toEqual(REPORTS.map(({ tool }) => tool));
  for (const [index, report] of REPORTS.entries()) {
    const [path, operation] = operations[index] ?? [];
    expect(path).toBe(report.path);
    expect(operation?.parameters.map(({ name }) => name)).toEqual(Object.keys(report.parameters));
  }
});

test('has every operation on a resource after the reports, with its scope, parameters and body', () => {
  const operations = operationsOf().slice(REPORTS.length);
  expect(operations.map(([path, { operationId, method }]) => [operationId, method, path])).toEqual(
    RESOURCES.map(({ operationId, method, path }) => [operationId, method, path]),
  );
  for (const [index, resource] of RESOURCES.entries()) {
    const [, operation] = operations[index] ?? [];
    expect(operation?.security).toEqual([{ bearer: [resource.scope] }, { apiKey: [] }]);
    expect(operation?.parameters.map(({ name }) => name)).toEqual(Object.keys(resource.parameters));
    expect(operation?.requestBody !== undefined).toBe(resource.method === 'POST');
  }
  const tags = openApiDocument().tags.map(({ name }) => name);
  expect(new Set(operationsOf().flatMap(([, operation]) => operation.tags))).toEqual(new Set(tags));
});

test('says of the contacts which headers, statuses and codes there are', () => {
  const of = (name: string) => operationsOf().find(([, { operationId }]) => operationId === name)?.[1];
  const codesOf = (name: string, status: number) =>
    Object.keys(of(name)?.responses[status]?.content?.['application/problem+json']?.examples ?? {});
  expect(Object.keys(of('list_contacts')?.responses['200']?.headers ?? {})).toEqual(
    expect.arrayContaining(['Link', 'X-Total-Count', 'Cache-Control']),
  );
  expect(codesOf('list_contacts', 422).sort()).toEqual(
    ['invalid_website_id', 'invalid_email', 'invalid_id', 'invalid_page'].sort(),
  );
  expect(codesOf('delete_contact', 422)).toContain('email_required');
  expect(Object.keys(of('upsert_contact')?.responses ?? {})).toEqual([
    '200',
    '201',
    '400',
    '401',
    '403',
    '404',
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

test('refers only to what it has, and to all of it', () => {
  const text = contractText();
  const { components } = openApiDocument();
  const referred = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const present = (['headers', 'schemas'] as const).flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `${kind}/${name}`),
  );
  expect([...referred].sort()).toEqual(present.sort());
});

describe('an example is what the application answers', () => {
  const isOfContacts = (path: string) => path === '/contacts';
  const settled = operationsOf().filter(([path]) => !isOfContacts(path));

  test.each(settled.map(([path, operation]) => [operation.operationId, path, operation] as const))(
    '%s',
    async (tool, path, { parameters, responses }) => {
      const given = parameters.filter(({ example }) => example !== undefined);
      const query = given
        .filter((one) => one.in === 'query')
        .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
        .join('&');
      const filled = given
        .filter((one) => one.in === 'path')
        .reduce((at, { name, example }) => at.replace(`{${name}}`, String(example)), path);
      const isOfSome = ['list_websites', 'get_account_performance'].includes(tool);
      const { token } = await rest.token({ websiteIds: isOfSome ? [11, 12] : [11], scopes: [...SCOPES] });
      const { body } = await rest.get(token, `${filled}?${query}`).expect(200);
      expect(responses['200']?.content?.['application/json']?.example).toEqual(body);
    },
  );

  test('contacts: created, changed, listed and deleted', async () => {
    const { token } = await rest.token({ websiteIds: [11], scopes: [...SCOPES] });
    const [list, upsert, remove] = operationsOf()
      .filter(([path]) => isOfContacts(path))
      .map(([, operation]) => operation);
    const send = (method: 'get' | 'post' | 'delete', { parameters }: Operation) => {
      const { example } = parameters.find(({ name }) => name === 'email') ?? {};
      return rest.send(
        method,
        `Bearer ${token}`,
        `/contacts${typeof example === 'string' ? `?email=${example}` : ''}`,
      );
    };
    if (!list || !upsert || !remove) throw new Error('an operation on contacts is missing');
    const sent = upsert.requestBody?.content['application/json']?.example;
    const exampleOf = ({ responses }: Operation, status = 200) =>
      responses[status]?.content?.['application/json']?.example;
    // An id and times are given by the database.
    const given = { id: 1, created_at: '2026-11-14T12:00:00.000Z', updated_at: '2026-11-14T12:00:00.000Z' };
    const created = await send('post', upsert).send(sent).expect(201);
    expect({ ...created.body, ...given }).toEqual(exampleOf(upsert, 201));
    const changed = await send('post', upsert).send(sent).expect(200);
    expect({ ...changed.body, ...given }).toEqual(exampleOf(upsert));
    const listed = await send('get', list).expect(200);
    expect(listed.body.map((contact: object) => ({ ...contact, ...given }))).toEqual(exampleOf(list));
    const removed = await send('delete', remove).expect(200);
    expect(removed.body).toEqual(exampleOf(remove));
  });
});

function operationsOf(): [string, Operation][] {
  const paths = openApiDocument().paths as Record<string, Record<string, Omit<Operation, 'method'>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      path,
      { ...operation, method: method.toUpperCase() },
    ]),
  );
}
