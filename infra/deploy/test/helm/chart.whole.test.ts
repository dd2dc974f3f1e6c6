import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkContainer } from '../../src/manifests/check-container.ts';
import { kubernetesContainers } from '../../src/manifests/kubernetes-containers.ts';
import { schemaProblems } from '../../src/manifests/kubernetes-schema.ts';
import { type KubernetesObject, nameOf, renderKustomization } from '../../src/manifests/kustomize.ts';
import { hardeningProblems } from '../../src/manifests/pod-hardening.ts';
import { SECRETS } from '../../secrets/secret.mjs';
import { hasHelm, renderChart, renderWithHelm, type Values, valuesOf } from './render-chart.ts';

const deploy = fileURLToPath(new URL('../..', import.meta.url));
const chart = join(deploy, 'helm/funnel');
const production = join(deploy, 'kubernetes/overlays/production');
const secrets = new Map(SECRETS.map(({ variable, make }) => [variable, make()]));
if (!hasHelm) console.warn('helm is not installed: only a reader of ours renders the chart');

const CASES: Record<string, Values> = {
  'its own values': {},
  'another authorization server': { authorizationServer: { enabled: false } },
  'a PostgreSQL of a public CA, without Redis': { redis: { url: '' } },
  'a CA from elsewhere, and a pooler': {
    ca: { configMap: 'my-ca' },
    postgresql: { address: 'pooler:6432/funnel', ownerAddress: 'db.example.com:5432/funnel' },
  },
  'a private registry': {
    image: {
      registry: 'r.example.com/funnel',
      tag: '2.0.0',
      pullPolicy: 'Always',
      pullSecrets: [{ name: 'r' }],
    },
  },
  'a small cluster': {
    restApi: { replicas: 1, autoscaling: { enabled: false } },
    backup: { enabled: false },
    ingress: { enabled: false },
    networkPolicies: { enabled: false },
  },
  'a large one': {
    config: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318' },
    insightsWorker: {
      autoscaling: { enabled: true },
      env: { INSIGHTS_CONCURRENCY: '4' },
      podAnnotations: { 'example.com/team': 'reports' },
      nodeSelector: { pool: 'workers' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
    },
    monitoring: { enabled: true, labels: { release: 'prometheus' }, interval: '30s' },
    backup: { keepDays: 30, storageClassName: 'slow', size: '200Gi' },
    ingress: { tls: { enabled: false }, annotations: { 'example.com/more': 'yes' } },
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funnel-helm-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['our reader', (values: Values) => renderChart(chart, values).objects],
  ...(hasHelm ? [['helm', (values: Values) => renderWithHelm(chart, values, folder)] as const] : []),
])('the chart, rendered by %s', (_, render: (values: Values) => KubernetesObject[]) => {
  test('has the objects of the overlay production', async () => {
    const certificate = await readFile(join(production, 'ca.crt'), 'utf8');
    const objects = render({ ca: { certificate }, monitoring: { enabled: true } });
    const expected = (await renderKustomization(production)).filter(({ kind }) => kind !== 'Namespace');
    expect(byName(objects)).toEqual(byName(expected));
  });

  test.each(Object.entries(CASES))(
    'fits the code and the schemas of Kubernetes with %s',
    async (__, values) => {
      const objects = render(values);
      expect(await schemaProblems(objects)).toEqual([]);
      expect(hardeningProblems(objects)).toEqual([]);
      const containers = kubernetesContainers(objects, 'chart');
      // A ConfigMap from elsewhere is not among the objects.
      const isElsewhere = 'ca' in values;
      for (const { publicFiles, ...container } of containers)
        expect(
          checkContainer(isElsewhere ? container : { ...container, publicFiles: publicFiles ?? [] }, secrets),
        ).toEqual([]);
    },
  );
});

(hasHelm ? test : test.skip).each(Object.entries(CASES))(
  'our reader renders as helm does with %s',
  (_, values) => {
    expect(byName(renderChart(chart, values).objects)).toEqual(byName(renderWithHelm(chart, values, folder)));
  },
);

const WRONG: [string, Values, RegExp][] = [
  ['a value that does not exist', { postgres: {} }, /postgres/],
  ['an address without TLS', { addresses: { restApi: 'http://api.example.com' } }, /restApi/],
  [
    'a path in the address of the dashboard',
    { addresses: { dashboard: 'https://example.com/reports' } },
    /dashboard/,
  ],
  ['an unknown sslmode', { postgresql: { sslMode: 'verify_full' } }, /sslMode/],
  ['a password in the address of Redis', { redis: { url: 'redis://:secret@redis:6379' } }, /url/],
  ['a service without a limit', { restApi: { resources: { limits: null } } }, /limits/],
];

describe('values.schema.json', () => {
  const validate = async (values: Values) => {
    const schema = JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8')) as object;
    const ajv = new Ajv({ allErrors: true });
    // Helm deletes what is null.
    const check = JSON.parse(
      JSON.stringify(valuesOf(chart, values)),
      (_, value: unknown) => value ?? undefined,
    ) as Values;
    return ajv.validate(schema, check) ? '' : JSON.stringify(ajv.errors);
  };

  test.each(Object.entries(CASES))('accepts %s', async (_, values) => {
    expect(await validate(values)).toBe('');
  });

  test.each(WRONG)('refuses %s', async (_, values, message) => {
    expect(await validate(values)).toMatch(message);
    if (hasHelm) expect(() => renderWithHelm(chart, values, folder)).toThrow(message);
  });
});

describe('the chart', () => {
  const valueOf = (objects: KubernetesObject[], name: string) =>
    (objects.find((object) => nameOf(object) === 'ConfigMap funnel-config') as unknown as { data: Values })
      .data[name];

  test('checks the certificate of PostgreSQL against the CA, or against the public ones', () => {
    const withCa = renderChart(chart, { ca: { configMap: 'my-ca' } }).objects;
    expect(valueOf(withCa, 'POSTGRES_ADDRESS')).toContain(
      '?sslmode=verify-full&sslrootcert=/etc/funnel/ca/ca.crt',
    );
    const without = renderChart(chart, {}).objects;
    expect(valueOf(without, 'POSTGRES_ADDRESS')).toContain('?sslmode=verify-full&sslrootcert=system');
  });

  test('makes new jobs for another version or other variables, and the same ones otherwise', () => {
    const jobs = (values: Values) =>
      renderChart(chart, values)
        .objects.filter(({ kind }) => kind === 'Job')
        .map(({ metadata }) => metadata.name);
    expect(jobs({})).toEqual([
      expect.stringMatching(/^migrate-\w{8}$/),
      expect.stringMatching(/^roles-\w{8}$/),
    ]);
    expect(jobs({ restApi: { replicas: 3 } })).toEqual(jobs({}));
    expect(jobs({ image: { tag: '9.0.0' } })[0]).not.toBe(jobs({})[0]);
    expect(jobs({ postgresql: { owner: 'other' } })[0]).not.toBe(jobs({})[0]);
  });

  test('says what to do next', () => {
    const { notes } = renderChart(chart, { postgresql: { sslMode: 'require' } });
    expect(notes).toContain('NAMESPACE=funnel sh run.sh cli account add');
    expect(notes).toContain('sign in at https://reports.example.com to see reports');
    expect(notes).toContain('set postgresql.sslMode to verify-full');
    expect(renderChart(chart, {}).notes).not.toContain('verify-full');
  });

  test('our reader refuses what it does not know', async () => {
    const { parseTemplate } = await import('./parse-template.ts');
    const { TemplateRenderer } = await import('./render-template.ts');
    const render = (text: string) => new TemplateRenderer().render(parseTemplate(text), { a: 1 });
    expect(render('{{ if .a }}x{{ else }}y{{ end }}')).toBe('x');
    for (const text of ['{{ lookup "v1" }}', '{{ if .a }}', '{{ .a `b` }}', '{{ end }}', '{{ $x }}'])
      expect(() => render(text)).toThrow();
  });
});

/** The objects by name, without what only Helm adds: labels, the hash of a job, the checksum that restarts pods. */
function byName(objects: readonly KubernetesObject[]): Record<string, unknown> {
  return Object.fromEntries(
    objects.map((original) => {
      const object = structuredClone(original) as KubernetesObject & {
        metadata: { labels?: Values; annotations?: Values };
        spec?: { template?: { metadata?: { annotations?: Values } } };
      };
      const { metadata, spec } = object;
      delete metadata.namespace;
      delete metadata.labels?.['helm.sh/chart'];
      delete metadata.labels?.['app.kubernetes.io/managed-by'];
      delete metadata.annotations?.['helm.sh/resource-policy'];
      if (Object.keys(metadata.annotations ?? {}).length === 0) delete metadata.annotations;
      delete spec?.template?.metadata?.annotations?.['checksum/config'];
      if (object.kind === 'Job') metadata.name = metadata.name.replace(/-[0-9a-f]{8}$/, '');
      return [nameOf(object), object];
    }),
  );
}
