import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { KubernetesObject } from '../../src/manifests/kustomize.ts';

/** The part of an API server that kubectl needs to make a job from a template, to follow it and to delete it. */
export interface ApiServer {
  url: string;
  /** The jobs that were created, as kubectl sent them. */
  created: KubernetesObject[];
  /** The names of those that were deleted. */
  deleted: string[];
  stop(): Promise<void>;
}

/** How the jobs of a test end, and what they print. */
export interface JobOutcome {
  condition: 'Complete' | 'Failed';
  log: string;
}

const RESOURCES: Record<string, [name: string, kind: string][]> = {
  v1: [
    ['pods', 'Pod'],
    ['pods/log', 'Pod'],
  ],
  'batch/v1': [
    ['jobs', 'Job'],
    ['cronjobs', 'CronJob'],
  ],
};

/** Starts it with the objects of an overlay. A job is done when it is asked about for the second time. */
export async function startApiServer(
  objects: readonly KubernetesObject[],
  outcomeOf: (job: KubernetesObject) => JobOutcome,
): Promise<ApiServer> {
  const [created, deleted]: [KubernetesObject[], string[]] = [[], []];
  const asked = new Map<string, number>();
  const jobNamed = (name: string) => created.find(({ metadata }) => metadata.name === name);

  function answer(method: string, url: URL, body: KubernetesObject | undefined): unknown {
    const path = url.pathname;
    const found = discovery(path);
    if (found) return found;
    const [, resource = '', name = ''] =
      /^\/apis\/batch\/v1\/namespaces\/funnel\/(cronjobs|jobs)\/?([\w-]*)$/.exec(path) ?? [];
    if (resource === 'cronjobs')
      return objects.find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === name);
    if (resource === 'jobs' && method === 'POST' && body) {
      created.push(body);
      return body;
    }
    const job = resource === 'jobs' ? jobNamed(name) : undefined;
    if (job && method === 'DELETE') {
      deleted.push(name);
      return { apiVersion: 'v1', kind: 'Status', status: 'Success' };
    }
    if (job) {
      const times = (asked.get(name) ?? 0) + 1;
      asked.set(name, times);
      const conditions = times < 2 ? [] : [{ type: outcomeOf(job).condition, status: 'True' }];
      const selector = { matchLabels: { job: name } };
      return { ...job, spec: { ...(job['spec'] as object), selector }, status: { conditions } };
    }
    if (path === '/api/v1/namespaces/funnel/pods') {
      const of = jobNamed(/job=([\w-]+)/.exec(url.searchParams.get('labelSelector') ?? '')?.[1] ?? '');
      const spec = (of?.['spec'] as { template: { spec: object } } | undefined)?.template.spec;
      const pod = { metadata: { name: `${of?.metadata.name}-pod`, namespace: 'funnel' }, spec };
      return { apiVersion: 'v1', kind: 'PodList', metadata: {}, items: [pod] };
    }
    return undefined;
  }

  const server = createServer((req, res) => void respond(req, res));
  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://server');
    const log = /\/pods\/([\w-]+)-pod\/log$/.exec(url.pathname)?.[1];
    const job = log === undefined ? undefined : jobNamed(log);
    if (job) return void res.end(outcomeOf(job).log);
    const found = answer(req.method ?? 'GET', url, await bodyOf(req));
    res.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(found ?? NOT_FOUND));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    created,
    deleted,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NOT_FOUND = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'NotFound', code: 404 };

const OPENAPI = '/openapi/v3';
/** Says that the server validates the fields of a job itself. */
const JOBS_API = {
  openapi: '3.0.0',
  info: { title: 'Kubernetes', version: 'v1.32.0' },
  paths: {
    '/apis/batch/v1/namespaces/{namespace}/jobs/{name}': {
      patch: {
        parameters: [{ name: 'fieldValidation', in: 'query' }],
        responses: {},
        'x-kubernetes-group-version-kind': { group: 'batch', kind: 'Job', version: 'v1' },
      },
    },
  },
};

/** What kubectl asks first: which kinds there are. */
function discovery(path: string): object | undefined {
  if (path === OPENAPI) return { paths: { 'apis/batch/v1': { serverRelativeURL: `${OPENAPI}/batch` } } };
  if (path === `${OPENAPI}/batch`) return JOBS_API;
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const version = { groupVersion: 'batch/v1', version: 'v1' };
    const groups = [{ name: 'batch', versions: [version], preferredVersion: version }];
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  const verbs = ['create', 'delete', 'get', 'list', 'patch', 'watch'];
  const resources = RESOURCES[groupVersion]?.map(([name, kind]) => ({
    name,
    singularName: '',
    kind,
    namespaced: true,
    verbs,
  }));
  return resources && { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

async function bodyOf(req: IncomingMessage): Promise<KubernetesObject | undefined> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text.startsWith('{') ? (JSON.parse(text) as KubernetesObject) : undefined;
}
