import type { SAMPLES } from '@funnel/rest-api/openapi';

interface Document {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
}

/** Where a request of the collection gets its ids from: the answer of an earlier one. */
type IdSource = (typeof SAMPLES)[number];

interface Described {
  operationId: string;
  tags: string[];
  servers?: { url: string }[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; description: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A collection (Postman, version 2.1) for API tools: Postman, Insomnia, Bruno, Hoppscotch and others read it. Run from top
 * to bottom, every report succeeds with any token: each answer sets the ids of the requests after it.
 */
export function collectionText(document: Document, sources: readonly IdSource[]): string {
  const collection = {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: document.servers[0]?.url },
      ...apiUrlOf(document),
      { key: 'token', value: '', description: 'An access token, from the token page.' },
      ...sources.map((source) => ({ key: variableOf(source), value: '' })),
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: requestsOf(document, name, sources),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function apiUrlOf({ paths }: Document): { key: string; value: string; description: string }[] {
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const [url] = described.flatMap(({ servers = [] }) => servers.map((server) => server.url));
  return url === undefined
    ? []
    : [{ key: 'apiUrl', value: url, description: 'The same, for what is beyond v1.' }];
}

function requestsOf({ paths }: Document, tag: string, sources: readonly IdSource[]): object[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, described]) => requestOf(path, method, described, sources)),
  );
}

function requestOf(path: string, method: string, described: Described, sources: readonly IdSource[]): object {
  const { operationId, summary, description, parameters, requestBody, servers } = described;
  const host = servers ? '{{apiUrl}}' : '{{baseUrl}}';
  const valueOf = (name: string, example: unknown) => {
    const source = sources.find(
      ({ parameter, operations = [operationId] }) => parameter === name && operations.includes(operationId),
    );
    return source ? `{{${variableOf(source)}}}` : textOf(example);
  };
  const body = requestBody?.content['application/json']?.example;
  // A parameter without an example is listed, but not sent.
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description: about, example }) => {
      const value = valueOf(name, example);
      return { key: name, value, description: about, ...(!value && { disabled: true }) };
    });
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, description: about, example }) => ({
      key: name,
      value: valueOf(name, example),
      description: about,
    }));
  const set = sources.filter((source) => method === 'get' && source.path.split('?')[0] === path);
  const named = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    ...(set.length > 0 && { event: [{ listen: 'test', script: { exec: set.map(scriptOf) } }] }),
    request: {
      method: method.toUpperCase(),
      description,
      url: {
        raw: `${host}${named}`,
        host: [host],
        path: named.split('/').filter(Boolean),
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(body !== undefined && {
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  };
}

/** `website_id`, or `campaign_id` for the id of the campaign report. */
function variableOf({ parameter, operations: [operation] = [] }: IdSource): string {
  return operation ? `${operation.replace(/^get_|_report$/g, '')}_${parameter}` : parameter;
}

/** Keeps an id of the answer; leaves it alone if the answer has none. */
function scriptOf(source: IdSource): string {
  const place = source.at.split('.').map((key) => (/^\d+$/.test(key) ? `?.[${key}]` : `?.${key}`));
  return `pm.collectionVariables.set('${variableOf(source)}', pm.response.json()${place.join('')} ?? '');`;
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
