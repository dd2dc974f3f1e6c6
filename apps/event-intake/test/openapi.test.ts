import { readFileSync } from 'node:fs';
import { ERRORS } from '@funnel/domain';
import { NOW } from '@funnel/fixtures';
import { importCatalog } from '@funnel/ingest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiDocument, openApiText } from '../src/openapi/document.ts';
import { PUT_CATALOG, RECORD_EVENTS } from '../src/openapi/operations.ts';
import { type IntakeApp, startIntakeApp } from './support/intake-app.ts';
import request from 'supertest';

interface FieldSchema {
  description?: string;
  $ref?: string;
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
}

let intake: IntakeApp;
let token: string;
beforeAll(async () => {
  intake = await startIntakeApp();
  // The part of the demo data that the examples name.
  await importCatalog(
    intake.database,
    {
      websites: [{ id: 1, account_id: 1, name: 'oak-and-linen.example' }],
      campaigns: [
        {
          id: 101,
          website_id: 1,
          name: 'Welcome',
          cta_type: 'overlay',
          variants: [
            { id: 1011, steps: [{ id: 10_112, elements: [{ id: 101_121, element_type: 'products' }] }] },
          ],
        },
      ],
    },
    { encryptionKey: new Uint8Array(32), now: NOW },
  );
  ({ token } = await intake.token({ websiteIds: [1], scopes: ['events:write', 'catalog:write'] }));
});
afterAll(() => intake.stop());

const exampleOf = (operation: typeof RECORD_EVENTS | typeof PUT_CATALOG) =>
  operation.responses['200'].content['application/json']?.example;

test('is valid OpenAPI 3.1 according to an independent validator', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(openApiText()))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('is served as committed', async () => {
  const { body } = await request(intake.url).get('/openapi.json').expect(200);
  const committed = new URL('../../../contracts/event-intake.openapi.json', import.meta.url);
  expect(readFileSync(committed, 'utf8')).toBe(openApiText());
  expect(body).toEqual(JSON.parse(openApiText()));
});

test('uses every component that it defines, and no other', () => {
  const { components } = JSON.parse(openApiText()) as { components: Record<string, object> };
  const referred = new Set(
    [...openApiText().matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(
      ([, kind, name]) => `${kind}/${name}`,
    ),
  );
  const present = Object.entries(components).flatMap(([kind, named]) =>
    kind === 'securitySchemes' ? [] : Object.keys(named).map((name) => `${kind}/${name}`),
  );
  expect([...referred].sort()).toEqual(present.sort());
});

test('names only codes of the error table', () => {
  const codes = [...openApiText().matchAll(/"urn:funnel:problem:(\w+)"/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !(code in ERRORS))).toEqual([]);
});

test('the example of events gets the example answer, in both formats', async () => {
  const { content } = RECORD_EVENTS.requestBody;
  const array = content['application/json']?.example as object[];
  const { body } = await intake.post(token, array).expect(200);
  expect(body).toEqual(exampleOf(RECORD_EVENTS));
  const lines = content['application/x-ndjson'].example;
  const again = await intake.post(token, lines, 'application/x-ndjson').expect(200);
  expect(again.body).toEqual({ ...body, recorded: 0, repeated: 1 });
});

test('the example of a catalog gets the example answer', async () => {
  const { body } = await intake.put(token, PUT_CATALOG.requestBody.content['application/json']?.example);
  expect(body).toEqual(exampleOf(PUT_CATALOG));
});

test('a catalog has no field that a token may not set', () => {
  const { Catalog } = openApiDocument('https://events.example.com').components.schemas;
  expect(JSON.stringify(Catalog)).not.toMatch(/account_id|api_key|accounts/);
  expect(JSON.stringify(Catalog)).toContain('traffic_percentage');
});

test('says what every field means', () => {
  const silent = (schema: FieldSchema, path: string): string[] =>
    Object.entries((schema.items ?? schema).properties ?? {}).flatMap(([name, field]) => [
      ...(field.description || field.$ref ? [] : [`${path}.${name}`]),
      ...silent(field, `${path}.${name}`),
    ]);
  const { schemas } = (JSON.parse(openApiText()) as { components: { schemas: Record<string, FieldSchema> } })
    .components;
  expect(Object.entries(schemas).flatMap(([name, schema]) => silent(schema, name))).toEqual([]);
});
