import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { SERVICE_NAMES, type ServiceName } from '@funnel/admin';
import { SERVICES } from '@funnel/local/services';
import { parse } from 'yaml';
import { domainsOf, ourServices } from '../rollout/services.mjs';
import type { DeployedContainer } from '../src/manifests/check-container.ts';
import { composeContainers } from '../src/manifests/compose-containers.ts';
import { kubernetesContainers } from '../src/manifests/kubernetes-containers.ts';
import { hasKubectl, type KubernetesObject, renderKustomization } from '../src/manifests/kustomize.ts';

// A new service is deployed, reached, watched and stopped like all others, or a test here fails.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');
const OVERLAYS = ['production', 'staging'];
/** Nobody but Prometheus asks it. */
const WORKER: ServiceName = 'insights-worker';
const PUBLIC = SERVICE_NAMES.filter((name) => name !== WORKER);
/** What asks the authorization server under its public address, whose certificate it must trust. */
const TRUSTING = PUBLIC;

const manifests = OVERLAYS.map((name): [string, () => Promise<KubernetesObject[]>] => [
  `the overlay ${name}`,
  async () => renderKustomization(join(root, 'infra/deploy/kubernetes/overlays', name)),
]);
const onKubernetes = hasKubectl ? describe : describe.skip;
if (!hasKubectl) console.warn('SKIPPED: kubectl is not installed, so it does not render the overlays');
const namesOf = (objects: readonly KubernetesObject[], wanted: string) =>
  objects.filter(({ kind }) => kind === wanted).map(({ metadata }) => metadata.name);

describe('with Docker Compose, every service', () => {
  test('is started, built and replaced; one that others ask comes before them', async () => {
    const containers = await composeContainers(root);
    const started = containers.map(({ app }) => app).filter((app) => app !== 'cli');
    expect(started.toSorted()).toEqual(SERVICE_NAMES.toSorted());
    const { services } = parse(await read('compose.build.yaml')) as { services: object };
    expect(Object.keys(services)).toEqual(expect.arrayContaining(SERVICE_NAMES));
    const order = ourServices(SERVICE_NAMES);
    expect(order.toSorted()).toEqual(SERVICE_NAMES.toSorted());
    expect(order[0]).toBe('authorization-server');
    expect(order.indexOf('dashboard')).toBeGreaterThan(order.indexOf('rest-api'));
  });

  test.each(['.env.example', 'infra/deploy/compose/localhost.env'])(
    'has a public name in %s, which rollout asks',
    async (file) => {
      const domains = domainsOf(SERVICE_NAMES, parseEnv(await read(file)));
      expect(new Set(domains).size).toBe(PUBLIC.length);
    },
  );

  test('trusts the certificates of the proxy on localhost', async () => {
    const { services } = parse(await read('compose.localhost.yaml')) as {
      services: Record<string, { volumes?: string[] }>;
    };
    const trusting = Object.keys(services).filter((name) =>
      services[name]?.volumes?.includes('trust:/trust:ro'),
    );
    expect(trusting.toSorted()).toEqual(TRUSTING.toSorted());
  });

  test('is watched by Prometheus', async () => {
    const file = parse(await read('infra/deploy/compose/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const targets = file.scrape_configs.flatMap((job) => job.static_configs.flatMap((one) => one.targets));
    expect(targets.toSorted()).toEqual(SERVICE_NAMES.map((name) => `${name}:9000`).toSorted());
  });

  test('is stopped before a database is restored or counted', async () => {
    const page = await read('docs/operate/backup.md');
    const stops = [...page.matchAll(/^docker compose stop (.+)$/gm)].map(([, names = '']) =>
      names.split(' '),
    );
    expect(stops).toHaveLength(2);
    for (const names of stops) expect(names).toEqual(expect.arrayContaining(SERVICE_NAMES));
  });
});

onKubernetes.each(manifests)('with %s, every service', (_, render) => {
  test('has pods, a name, a disruption budget, and an autoscaler unless it is the worker', async () => {
    const objects = await render();
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget'])
      expect(namesOf(objects, kind).toSorted()).toEqual(SERVICE_NAMES.toSorted());
    expect(namesOf(objects, 'HorizontalPodAutoscaler').toSorted()).toEqual(PUBLIC.toSorted());
  });

  test('has a public address with TLS unless it is the worker', async () => {
    const [ingress] = (await render()).filter(({ kind }) => kind === 'Ingress') as unknown as {
      spec: {
        tls: { hosts: string[] }[];
        rules: { host: string; http: { paths: { backend: { service: { name: string } } }[] } }[];
      };
    }[];
    const { tls, rules } = ingress?.spec ?? { tls: [], rules: [] };
    const backends = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service.name));
    expect(backends.toSorted()).toEqual(PUBLIC.toSorted());
    expect(tls[0]?.hosts).toEqual(rules.map(({ host }) => host));
  });

  test('may ask others by https, and be asked by the ingress controller', async () => {
    const objects = await render();
    const allowed = (name: string) => {
      const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name);
      const spec = policy?.['spec'] as
        | { podSelector: { matchExpressions: { values: string[] }[] } }
        | undefined;
      return spec?.podSelector.matchExpressions[0]?.values.toSorted();
    };
    expect(allowed('funnel-https')).toEqual(SERVICE_NAMES.toSorted());
    expect(allowed('funnel-requests')).toEqual(PUBLIC.toSorted());
  });

  test('has an image of the registry', async () => {
    const containers = (await render())
      .filter(({ kind }) => kind === 'Deployment')
      .map((object) => JSON.stringify(object));
    for (const text of containers) expect(text).toMatch(/"image":"registry\.example\.com\/funnel\/[\w-]+:\d/);
  });

  test('of the network policies lets the dashboard ask the REST API, in both directions', async () => {
    const policies = (await render()).filter(({ kind }) => kind === 'NetworkPolicy') as unknown as {
      metadata: { name: string };
      spec: object;
    }[];
    const pod = (name: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } });
    const specs = policies.map(({ spec }) => spec);
    expect(specs).toContainEqual({
      ...pod('rest-api'),
      policyTypes: ['Ingress'],
      ingress: [{ from: [pod('dashboard')], ports: [{ protocol: 'TCP', port: 'http' }] }],
    });
    expect(specs).toContainEqual({
      ...pod('dashboard'),
      policyTypes: ['Egress'],
      egress: [{ to: [pod('rest-api')], ports: [{ protocol: 'TCP', port: 3000 }] }],
    });
  });
});

const places: [string, () => Promise<DeployedContainer[]>][] = [
  ['compose.yaml', () => composeContainers(root)],
  ...(hasKubectl ? manifests : []).map(([place, render]): [string, () => Promise<DeployedContainer[]>] => [
    place,
    async () => kubernetesContainers(await render(), 'here'),
  ]),
];

describe('notifications', () => {
  test.each(places)(
    'of %s: those who write, read and encrypt channels share a key',
    async (_, containersOf) => {
      const having = (await containersOf())
        .filter(({ secretFiles }) => [...secretFiles.values()].includes('notifications_encryption_key'))
        .map(({ app }) => app);
      expect(having.toSorted()).toEqual(['authorization-server', 'cli', WORKER, 'rest-api']);
    },
  );

  test.each(places)(
    'of %s: the worker alone knows the mail server, and writes the public addresses',
    async (_, containersOf) => {
      const containers = await containersOf();
      const having = containers.filter(({ secretFiles }) => [...secretFiles.values()].includes('smtp_url'));
      expect(having.map(({ app }) => app)).toEqual([WORKER]);
      const env = (name: string) => {
        const found = containers.find(({ app }) => app === name) as DeployedContainer;
        return { ...found.sharedEnv, ...found.env };
      };
      for (const name of ['AUTHORIZATION_SERVER_ISSUER', 'DASHBOARD_URL'])
        expect(env(WORKER)[name]).toBe(env('authorization-server')[name]);
    },
  );

  (hasKubectl ? test : test.skip).each(manifests)(
    'of %s: the worker alone may reach mail servers',
    async (_, render) => {
      const policy = (await render()).find(({ metadata }) => metadata.name === 'funnel-mail');
      expect(policy?.['spec']).toEqual({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': WORKER } },
        policyTypes: ['Egress'],
        egress: [{ ports: [25, 465, 587].map((port) => ({ protocol: 'TCP', port })) }],
      });
    },
  );
});

describe('the dashboard', () => {
  test.each(places)('of %s is the client that the authorization server knows', async (_, containersOf) => {
    const containers = await containersOf();
    const envOf = (name: string) => {
      const { sharedEnv, env, secretFiles } = containers.find(({ app }) => app === name) as DeployedContainer;
      const all = { ...sharedEnv, ...env };
      return {
        url: all['DASHBOARD_URL'],
        secret: secretFiles.get(all['DASHBOARD_CLIENT_SECRET_FILE'] ?? ''),
        resource: all['REST_API_RESOURCE'],
        issuer: all['AUTHORIZATION_SERVER_ISSUER'],
      };
    };
    expect(envOf('dashboard')).toEqual(envOf('authorization-server'));
    expect(envOf('dashboard')).toMatchObject({
      url: expect.stringMatching(/^https:\/\/reports\./),
      secret: 'dashboard_client_secret',
    });
  });

  test.each(places)(
    'of %s asks the REST API without a proxy in between, so that one proxy is trusted there on both ways',
    async (_, containersOf) => {
      const containers = await containersOf();
      const port = SERVICES.find(({ app }) => app === 'rest-api')?.defaultPort;
      const of = (name: string) => {
        const { sharedEnv, env } = containers.find(({ app }) => app === name) as DeployedContainer;
        return { ...sharedEnv, ...env };
      };
      expect(of('dashboard')).toMatchObject({ REST_API_URL: `http://rest-api:${port}`, TRUST_PROXY: '1' });
      expect(of('rest-api')).toMatchObject({ TRUST_PROXY: '1' });
    },
  );
});
