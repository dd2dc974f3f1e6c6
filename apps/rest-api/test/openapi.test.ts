import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPORTS } from '@funnel/reports';
import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { contractFile, contractText } from '../src/openapi/contract.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { type RestApp, startRestApp } from './support/rest-app.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: Record<string, unknown>; example?: unknown }[];
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
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
  expect(operations.map(([, { operationId }]) => operationId)).toEqual(REPORTS.map(({ tool }) => tool));
  for (const [index, report] of REPORTS.entries()) {
    const [path, operation] = operations[index] ?? [];
    expect(path).toBe(report.path);
    expect(operation?.parameters.map(({ name }) => name)).toEqual(Object.keys(report.parameters));
  }
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
  test.each(operationsOf().map(([path, operation]) => [operation.operationId, path, operation] as const))(
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
      const isOfOne = REPORTS.find((report) => report.tool === tool)?.websiteRule === 'one';
      const { token } = await rest.token({ websiteIds: isOfOne ? [11] : [11, 12] });
      const { body } = await rest.get(token, `${filled}?${query}`).expect(200);
      expect(responses['200']?.content?.['application/json']?.example).toEqual(body);
    },
  );
});

function operationsOf(): [string, Operation][] {
  const paths = openApiDocument().paths as unknown as Record<string, { get: Operation }>;
  return Object.entries(paths).map(([path, { get }]) => [path, get]);
}
