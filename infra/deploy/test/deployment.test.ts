import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_NAMES } from '@funnel/admin';
import { parse } from 'yaml';
import { checkContainer, type DeployedContainer } from '../src/manifests/check-container.ts';
import { findProblems } from '../src/manifests/check-deployment.ts';
import {
  composeContainers,
  interpolate,
  proxiedPorts,
  readCompose,
} from '../src/manifests/compose-containers.ts';
import { kubernetesContainers } from '../src/manifests/kubernetes-containers.ts';
import { schemaProblems } from '../src/manifests/kubernetes-schema.ts';
import { hasKubectl, nameOf, renderKustomization } from '../src/manifests/kustomize.ts';
import { SECRETS } from '../secrets/secret.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PRODUCTION = 'infra/deploy/kubernetes/overlays/production';
const secrets = new Map(SECRETS.map(({ variable, make }) => [variable, make()]));
let folder: string;
if (!hasKubectl) console.warn('SKIPPED: kubectl is not installed, so it does not render the overlays');
const [kubernetesTest, describeKubernetes] = hasKubectl ? [test, describe] : [test.skip, describe.skip];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funnel-kustomize-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

kubernetesTest('compose.yaml and every overlay fit the code and the schemas of Kubernetes', async () => {
  const { problems, containers, objects } = await findProblems(root);
  expect(problems).toEqual([]);
  // compose.yaml: the services and three commands; each overlay: the services, two jobs and the commands.
  expect(containers).toBe(3 * (SERVICE_NAMES.length + 3));
  expect(objects).toBeGreaterThan(50);
});

kubernetesTest(
  'the pods of production scale at a share of a core, and at the least fit into the connections of PostgreSQL',
  async () => {
    const rendered = renderKustomization(join(root, PRODUCTION));
    const scalers = rendered.filter(({ kind }) => kind === 'HorizontalPodAutoscaler') as unknown as {
      spec: { minReplicas: number; maxReplicas: number; metrics: { resource: { target: object } }[] };
    }[];
    // The worker is not among them: two share its work.
    expect(scalers).toHaveLength(SERVICE_NAMES.length - 1);
    for (const { spec } of scalers)
      expect(spec.metrics[0]?.resource.target).toEqual({ type: 'AverageValue', averageValue: '700m' });
    const containers = kubernetesContainers(rendered, 'here');
    const worker = containers.find(({ app }) => app === 'insights-worker');
    const deployed = rendered.find((object) => nameOf(object) === 'Deployment insights-worker');
    const replicas = (deployed?.['spec'] as { replicas: number } | undefined)?.replicas ?? 0;
    // And one for the health of each process.
    const each = Number(worker?.sharedEnv['DATABASE_POOL_MAX']) + 1;
    const pods = (of: 'minReplicas' | 'maxReplicas') =>
      replicas + scalers.reduce((sum, { spec }) => sum + spec[of], 0);
    expect([pods('minReplicas') * each, pods('maxReplicas') * each]).toEqual([72, 312]);
    const page = await readFile(join(root, 'infra/deploy/kubernetes/README.md'), 'utf8');
    const text = page.replaceAll(/\s+/g, ' ');
    expect(text).toContain('At least 12 pods with 72 connections');
    expect(text).toContain('at most 52 with 312');
  },
);

kubernetesTest('jobs reach PostgreSQL itself where the services use a pooler', async () => {
  const overlay = join(folder, 'pooled');
  await cp(join(root, 'infra/deploy/kubernetes'), join(overlay, 'kubernetes'), { recursive: true });
  const config = join(overlay, 'kubernetes/overlays/production/config.env');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace(/^POSTGRES_ADDRESS=.*$/m, 'POSTGRES_ADDRESS=pooler:6432/funnel'));
  const rendered = renderKustomization(dirname(config));
  const containers = kubernetesContainers(rendered, 'here');
  const [service, job] = [
    containers.find(({ app }) => app === 'rest-api'),
    containers.find(({ args }) => args.includes('migrate')),
  ];
  expect(service?.env['DATABASE_URL']).toContain('@pooler:6432');
  expect(job?.env['DATABASE_URL']).toContain('@postgres.internal.example.com:5432');
});

describeKubernetes('a container that does not fit the code is reported', () => {
  let good: DeployedContainer;
  beforeAll(() => {
    const rendered = renderKustomization(join(root, PRODUCTION));
    good = kubernetesContainers(rendered, 'here').find(({ app }) => app === 'rest-api') as DeployedContainer;
  });
  const problemsOf = (change: (container: DeployedContainer) => void) => {
    const container = structuredClone(good);
    change(container);
    return checkContainer(container, secrets);
  };

  test.each<[string, (container: DeployedContainer) => void, string]>([
    [
      'an image that is not built',
      (container) => (container.app = 'rest'),
      'infra/deploy/docker/Dockerfile builds no image rest',
    ],
    [
      'a variable that nobody reads',
      (container) => (container.env['REST_API_PROT'] = '3000'),
      'REST_API_PROT is not a variable of rest-api',
    ],
    [
      'a variable of another service',
      (container) => (container.env['QUEUE_PAGE_PASSWORD'] = 'x'),
      'QUEUE_PAGE_PASSWORD is not a variable of rest-api',
    ],
    [
      'a shared variable that nobody reads',
      (container) => (container.sharedEnv['LOG_LEVLE'] = 'info'),
      'LOG_LEVLE is not a variable of rest-api',
    ],
    [
      'a file for a variable that is no secret',
      (container) => (container.env['LOG_LEVEL_FILE'] = '/run/x'),
      'LOG_LEVEL_FILE is not a variable of rest-api',
    ],
    [
      'a missing variable',
      (container) => delete container.env['API_KEY_ENCRYPTION_KEY_FILE'],
      'API_KEY_ENCRYPTION_KEY is missing',
    ],
    [
      'a value that production refuses',
      (container) => (container.sharedEnv['REST_API_RESOURCE'] = 'http://api.example.com'),
      'REST_API_RESOURCE must be https with NODE_ENV=production',
    ],
    [
      'a file that is not mounted',
      (container) => container.secretFiles.delete('/run/secrets/funnel/redis_password'),
      'REDIS_PASSWORD_FILE=/run/secrets/funnel/redis_password is not mounted',
    ],
    [
      'a secret that nobody reads',
      (container) => container.secretFiles.set('/run/secrets/funnel/postgres_password', 'postgres_password'),
      'no variable uses /run/secrets/funnel/postgres_password',
    ],
    [
      'a secret that is not made',
      (container) => container.secretFiles.set('/run/secrets/funnel/redis_password', 'redis'),
      'npm run -s secrets makes no redis',
    ],
    [
      'a secret in the wrong place',
      (container) => container.secretFiles.set('/run/secrets/funnel/redis_password', 'queue_page_password'),
      'REDIS_PASSWORD_FILE gets queue_page_password, which is another secret',
    ],
    [
      'a port that is not open',
      (container) => container.requests.push({ port: 3001 }),
      'it does not listen on port 3001',
    ],
    [
      'a path that is not answered',
      (container) => container.requests.push({ port: 3000, path: '/health' }),
      'it does not answer /health on port 3000',
    ],
    [
      'metrics on the public port',
      (container) => container.requests.push({ port: 3000, path: '/metrics' }),
      'it does not answer /metrics on port 3000',
    ],
    [
      'a kill before a stop can end',
      (container) => (container.graceMs = 15_000),
      'it is killed after 15000 ms, but may take 15000 ms to stop',
    ],
  ])('%s', (_, change, sentence) => {
    expect(problemsOf(change).join('\n')).toContain(`here: Deployment rest-api: ${sentence}`);
  });

  test('a command that does not exist', async () => {
    const migrate = (await composeContainers(root)).find(({ args }) => args[0] === 'migrate');
    const wrong = { ...(migrate as DeployedContainer), args: ['migrations'] };
    expect(checkContainer(wrong, secrets)).toEqual(['compose.yaml: migrate: there is no command migrations']);
  });

  test('a pod that gets the addresses of services as variables', () => {
    const rendered = renderKustomization(join(root, PRODUCTION));
    const deployment = rendered.find(({ kind }) => kind === 'Deployment') as unknown as {
      spec: { template: { spec: Record<string, unknown> } };
    };
    delete deployment.spec.template.spec['enableServiceLinks'];
    expect(() => kubernetesContainers(rendered, 'here')).toThrow('REST_API_PORT');
  });
});

describeKubernetes('the schemas of Kubernetes', () => {
  const deployment = () => {
    const rendered = renderKustomization(join(root, PRODUCTION));
    const found = rendered.find(({ kind }) => kind === 'Deployment');
    if (!found) throw new Error('There is no deployment.');
    return found as typeof found & {
      spec: { template: { spec: { containers: [Record<string, unknown>] } } };
    };
  };

  test('a wrong type is reported', async () => {
    const object = deployment();
    object.spec.template.spec.containers[0]['image'] = 5;
    expect((await schemaProblems([object])).join()).toMatch(/^Deployment [\w-]+: .*image/);
  });

  test('a field that does not exist is reported', async () => {
    const object = deployment();
    object.spec.template.spec.containers[0]['readynessProbe'] = {};
    expect((await schemaProblems([object])).join()).toContain('readynessProbe');
  });

  test('a kind that does not exist is reported', async () => {
    const object = { apiVersion: 'apps/v1', kind: 'Deploymnet', metadata: { name: 'x' } };
    expect((await schemaProblems([object])).join()).toContain('Deploymnet');
  });
});

describe('compose.yaml', () => {
  test('is read with the settings of .env.example, as Docker Compose replaces them', () => {
    const settings = { A: 'a', EMPTY: '' };
    expect(interpolate('${A} $${A} ${B:-b} ${EMPTY:-c} ${A:?needed}', settings)).toBe('a ${A} b c a');
    expect(() => interpolate('${B:?set it}', settings)).toThrow('B is not set: set it');
  });

  test('mounts only files and folders that exist', async () => {
    const { services } = await readCompose(root);
    const mounted = Object.values(services)
      .flatMap(({ volumes }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '')
      // The folder of the backups is made by npm run -s rollout.
      .filter((source) => source.startsWith('./') && source !== './backups');
    expect(mounted.length).toBeGreaterThan(0);
    expect(mounted.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  });

  test('limits the memory of everything but PostgreSQL, which has settings for the machine', async () => {
    const { services } = await readCompose(root);
    const unlimited = Object.entries(services).filter(([, service]) => !service['mem_limit']);
    expect(unlimited.map(([name]) => name)).toEqual(['postgres']);
  });

  test('PostgreSQL gets the settings that the docs list', async () => {
    const bin = join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const start = (memory: string) =>
      spawnSync('sh', [join(root, 'infra/deploy/compose/postgres.sh'), '-c', 'log_statement=all'], {
        env: { PATH: `${bin}:${process.env['PATH']}`, POSTGRES_MEMORY_MB: memory },
        encoding: 'utf8',
      });
    const page = await readFile(join(root, 'docs/operate/sizing.md'), 'utf8');
    const rows = [
      ...page.matchAll(/^\| \d+ GB +\| (\d+) MB +\| (\d+) MB +\| (\d+) MB +\| (\d+) MB +\| (\d+) MB +\|$/gm),
    ];
    expect(rows).toHaveLength(4);
    for (const [, memory = '', buffers, cache, work, maintenance] of rows) {
      const { stdout } = start(memory);
      const settings = `shared_buffers=${buffers}MB -c effective_cache_size=${cache}MB -c work_mem=${work}MB -c maintenance_work_mem=${maintenance}MB`;
      expect(stdout).toContain(settings);
      expect(stdout).toMatch(/^postgres .* -c log_statement=all\n$/);
    }
    expect(start('').stdout).toMatch(/shared_buffers=\d+MB/);
    expect(start('100').stdout).toContain('shared_buffers=64MB');
    expect(start('2 GB')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('number of megabytes'),
    });
  });

  test('compose.build.yaml builds each of our images', async () => {
    const { services } = await readCompose(root);
    const text = await readFile(join(root, 'compose.build.yaml'), 'utf8');
    const built = parse(text, { merge: true }) as { services: Record<string, { build: { target: string } }> };
    const images = Object.values(services).map(({ image }) => image);
    const ours = new Set(images.filter((image) => image.startsWith('registry.example.com/')));
    expect(Object.entries(built.services).map(([name, { build }]) => [name, build.target])).toEqual(
      Object.keys(built.services).map((name) => [name, name]),
    );
    expect(ours.size).toBe(Object.keys(built.services).length);
    for (const name of Object.keys(built.services)) expect(services[name]?.image).toMatch(`/${name}:`);
  });

  test('has each secret that is made, in the folder that npm run -s secrets writes', async () => {
    const { secrets: declared } = await readCompose(root);
    expect(Object.entries(declared).map(([name, { file }]) => [name, file])).toEqual(
      SECRETS.map(({ variable }) => [variable.toLowerCase(), `./secrets/${variable.toLowerCase()}`]),
    );
  });
});

describe('the proxy', () => {
  const file = join(root, 'infra/deploy/compose/Caddyfile');

  test('sends requests to every public service', async () => {
    const hosts = proxiedPorts(await readFile(file, 'utf8')).map(({ host }) => host);
    expect(hosts.toSorted()).toEqual(SERVICE_NAMES.filter((name) => name !== 'insights-worker').toSorted());
  });

  const hasCaddy = spawnSync('caddy', ['version']).status === 0;
  if (!hasCaddy) console.warn('SKIPPED: caddy is not installed, so it does not read the Caddyfile');
  (hasCaddy ? test : test.skip)('has settings that Caddy accepts', () => {
    const env = { PATH: process.env['PATH'], HOME: folder };
    const run = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      encoding: 'utf8',
      env,
    });
    expect(`${run.status} ${run.stderr}`).toMatch(/^0 /);
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  console.warn('SKIPPED: promtool is not installed, so it does not read the settings of Prometheus');
(hasPromtool ? test : test.skip)(
  'Prometheus accepts its settings, with the alerts where compose.yaml mounts them',
  async () => {
    const { services } = await readCompose(root);
    for (const volume of services['prometheus']?.volumes ?? []) {
      const [source = '', target = ''] = volume.split(':');
      if (source.startsWith('./')) await cp(join(root, source), join(folder, target), { recursive: true });
    }
    const run = spawnSync('promtool', ['check', 'config', join(folder, 'etc/prometheus/prometheus.yml')], {
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/1 rule files found/);
  },
);
