import { beforeAll, describe as always, expect, test as alone } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_NAMES } from '@funnel/admin';
import { parse } from 'yaml';
import { checkContainer, type DeployedContainer } from '../../src/manifests/check-container.ts';
import { kubernetesContainers } from '../../src/manifests/kubernetes-containers.ts';
import {
  type KubernetesObject,
  nameOf,
  renderKustomization,
  hasKubectl,
} from '../../src/manifests/kustomize.ts';
import { hardeningProblems } from '../../src/manifests/pod-hardening.ts';
import { COMMAND_SCHEMAS } from '../../src/deployables.ts';
import { SECRETS } from '../../secrets/secret.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const overlay = (name: string) => join(root, 'infra/deploy/kubernetes/overlays', name);
const secrets = new Map(SECRETS.map(({ variable, make }) => [variable, make()]));
let production: KubernetesObject[];
if (!hasKubectl) console.warn('SKIPPED: kubectl is not installed, so it does not render the overlays');
const [test, describe] = hasKubectl ? [alone, always] : [alone.skip, always.skip];
beforeAll(() => {
  if (hasKubectl) production = renderKustomization(overlay('production'));
});

test('the alerts of the Prometheus operator are those of infra/monitoring', async () => {
  const rule = production.find(({ kind }) => kind === 'PrometheusRule');
  const rules = await readFile(join(root, 'infra/monitoring/prometheus/rules.yml'), 'utf8');
  expect(rule?.['spec']).toEqual(parse(rules));
});

test('Prometheus finds the metrics of every service, by the operator or by annotations', () => {
  const monitor = production.find(({ kind }) => kind === 'PodMonitor') as unknown as {
    spec: { selector: { matchLabels: object }; podMetricsEndpoints: { port: string }[] };
  };
  expect(monitor.spec.podMetricsEndpoints).toHaveLength(1);
  const deployments = production.filter(({ kind }) => kind === 'Deployment') as unknown as {
    spec: {
      template: {
        metadata: { labels: object; annotations: object };
        spec: { containers: [{ ports: object[] }] };
      };
    };
  }[];
  expect(deployments).toHaveLength(SERVICE_NAMES.length);
  for (const { spec } of deployments) {
    const { labels, annotations } = spec.template.metadata;
    expect(labels).toMatchObject(monitor.spec.selector.matchLabels);
    const [{ ports }] = spec.template.spec.containers;
    expect(ports).toContainEqual({ name: monitor.spec.podMetricsEndpoints[0]?.port, containerPort: 9000 });
    expect(annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': '9000',
      'prometheus.io/path': '/metrics',
    });
  }
});

describe('a command of the operator', () => {
  const containerOf = (name: string) =>
    kubernetesContainers(production, 'here').find(({ place }) => place === `here: CronJob ${name}`);

  test.each(Object.keys(COMMAND_SCHEMAS))('%s has the variables that it needs', (command) => {
    const cli = containerOf('cli');
    // Passwords of the roles are only for the job `roles`; and not every command reads everything.
    const problems = checkContainer({ ...(cli as DeployedContainer), args: [command] }, secrets);
    expect(problems.filter((problem) => !problem.includes('is not a variable of'))).toEqual([]);
  });
});

describe('is reported:', () => {
  test('a certificate of a CA that is not mounted', () => {
    const rest = kubernetesContainers(production, 'here').find(({ app }) => app === 'rest-api');
    const without = { ...(rest as DeployedContainer), publicFiles: [] };
    expect(checkContainer(without, secrets)).toEqual([
      'here: Deployment rest-api: the certificate of a CA, /etc/funnel/ca/ca.crt, is not mounted',
      'here: Deployment rest-api: the certificate of a CA, /etc/funnel/ca/ca.crt, is not mounted',
    ]);
  });

  test.each([
    ['a container without a limit', 'resources', 'resources'],
    ['a container that may write its files', 'securityContext', 'securityContext'],
  ])('%s', (_, field, path) => {
    const changed = structuredClone(production);
    const backup = changed.find((object) => nameOf(object) === 'CronJob backup') as unknown as {
      spec: { jobTemplate: { spec: { template: { spec: { containers: [Record<string, unknown>] } } } } };
    };
    delete backup.spec.jobTemplate.spec.template.spec.containers[0][field];
    expect(hardeningProblems(changed)).toEqual([expect.stringContaining(`CronJob backup: ${path}`)]);
  });

  test('a pod that gets every secret', () => {
    const changed = structuredClone(production);
    const job = changed.find((object) => nameOf(object) === 'Job migrate') as unknown as {
      spec: { template: { spec: { volumes: { secret?: { items?: unknown } }[] } } };
    };
    delete job.spec.template.spec.volumes[0]?.secret?.items;
    expect(() => kubernetesContainers(changed, 'here')).toThrow('it gets all of them');
  });
});
