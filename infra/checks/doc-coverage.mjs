/** The reference must describe what the contract has: each operation, parameter, value, error code and metric. */
import { readFileSync } from 'node:fs';
import { report } from './report.mjs';

const HTTP = 'docs/reference/http.md';
const METRICS = 'docs/reference/metrics.md';
const CONTRACTS = {
  'contracts/openapi.json': HTTP,
  'contracts/event-intake.openapi.json': 'docs/reference/event-intake.md',
};

const read = (file) => readFileSync(file, 'utf8');
const [http, metrics] = [HTTP, METRICS].map(read);
const operations = Object.entries(CONTRACTS).flatMap(([file, page]) =>
  operationsOf(JSON.parse(read(file))).map((operation) => ({ ...operation, page })),
);
const codes = operations.flatMap(({ responses }) => responses.flatMap(codesOf));
const parameters = operations
  .filter(({ page }) => page === HTTP)
  .flatMap((operation) => operation.parameters);
const { Metrics } = JSON.parse(read('contracts/openapi.json')).components.schemas;

const problems = [
  ...operations
    .filter(({ page, name, request }) => !hasRow(read(page), [name, request]))
    .map(({ page, name, request }) => `${page}: add ${name} (${request}) to "Endpoints"`),
  ...codes
    .filter(({ code, status }) => !hasRow(http, [code], status))
    .map(({ code, status }) => `${HTTP}: add ${code} (${status}) to "Error codes"`),
  ...parameters
    .filter(({ name }) => !`${http}${metrics}`.includes(`\`${name}\``))
    .map(({ name }) => `${HTTP}: describe the parameter ${name}`),
  ...parameters
    .flatMap(({ name, schema }) => (schema.enum ?? []).map((value) => ({ name, value })))
    .filter(({ name, value }) => name !== 'group_by' && !`${http}${metrics}`.includes(`\`${value}\``))
    .map(({ name, value }) => `${HTTP}: describe ${value} of the parameter ${name}`),
  ...Object.keys(Metrics.properties)
    .filter((name) => !metrics.includes(`\`${name}\``))
    .map((name) => `${METRICS}: describe the metric ${name}`),
];

report(
  problems,
  `${operations.length} operations and ${new Set(codes.map(({ code }) => code)).size} error codes are described`,
);

function operationsOf({ paths, components }) {
  const deref = (value) =>
    value.$ref
      ? value.$ref
          .split('/')
          .slice(2)
          .reduce((found, name) => found[name], components)
      : value;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      request: `${method.toUpperCase()} ${path}`,
      parameters: (operation.parameters ?? []).map(deref),
      responses: Object.entries(operation.responses).map(([status, answer]) => [status, deref(answer)]),
    })),
  );
}

function codesOf([status, answer]) {
  const schema = answer.content?.['application/problem+json']?.schema;
  return (schema?.allOf ?? [])
    .flatMap(({ properties }) => properties?.code?.enum ?? [])
    .map((code) => ({ code, status }));
}

/** Whether a table has a row with all these terms in backticks and, if given, a cell with exactly that text. */
function hasRow(text, terms, cell) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .some(
      (line) =>
        terms.every((term) => line.includes(`\`${term}\``)) &&
        (cell === undefined || line.split('|').some((part) => part.trim() === cell)),
    );
}
