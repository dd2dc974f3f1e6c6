import { z } from 'zod';
import { KUBERNETES_SECRET } from '../../secrets/secret.mjs';
import type { DeployedContainer } from './check-container.ts';
import { type KubernetesObject, nameOf } from './kustomize.ts';

/** What Kubernetes uses if a pod does not say it. */
const DEFAULT_GRACE_SECONDS = 30;
const PART = /\$\((\w+)\)/g;

const probe = z.looseObject({ httpGet: z.strictObject({ path: z.string(), port: z.string() }) });

/** The fields of a container that the checks read. An environment variable always has a value of its own: secrets are files. */
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).default([]),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).default([]),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })).default([]),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});

const podSpec = z.looseObject({
  enableServiceLinks: z.literal(
    false,
    'must be false: Kubernetes would set REST_API_PORT and others to addresses',
  ),
  terminationGracePeriodSeconds: z.number().optional(),
  containers: z.array(container),
  volumes: z
    .array(
      z.looseObject({
        name: z.string(),
        secret: z
          .looseObject({
            secretName: z.string(),
            items: z.array(z.strictObject({ key: z.string(), path: z.string() })).default([]),
          })
          .refine(({ secretName, items }) => secretName !== KUBERNETES_SECRET || items.length > 0, {
            message: 'must name the secrets that the pod reads: otherwise it gets all of them',
          })
          .optional(),
        configMap: z.looseObject({ name: z.string() }).optional(),
      }),
    )
    .default([]),
});

const template = z.looseObject({ template: z.looseObject({ spec: podSpec }) });
const workload = z.looseObject({ spec: template });
const cronJob = z.looseObject({ spec: z.looseObject({ jobTemplate: z.looseObject({ spec: template }) }) });
const configMap = z.looseObject({ data: z.record(z.string(), z.string()) });
const service = z.looseObject({
  spec: z.looseObject({ ports: z.array(z.looseObject({ targetPort: z.string() })) }),
});

type Container = z.output<typeof container>;
type PodSpec = z.output<typeof podSpec>;

export function podsOf(objects: readonly KubernetesObject[]): { object: KubernetesObject; pod: PodSpec }[] {
  return objects.flatMap((object) => {
    if (object.kind === 'CronJob')
      return [{ object, pod: cronJob.parse(object).spec.jobTemplate.spec.template.spec }];
    if (object.kind !== 'Deployment' && object.kind !== 'Job') return [];
    return [{ object, pod: workload.parse(object).spec.template.spec }];
  });
}

export function kubernetesContainers(
  objects: readonly KubernetesObject[],
  place: string,
): DeployedContainer[] {
  const pods = podsOf(objects);
  const parts = partsOfValues(pods.flatMap(({ pod }) => pod.containers));
  return pods.flatMap(({ object, pod }) =>
    pod.containers.filter(isOurs).map((one) => ({
      place: `${place}: ${nameOf(object)}`,
      app: one.image.replace(/:.*$/, '').split('/').at(-1) ?? '',
      args: one.args,
      ...environmentOf(one, objects, parts),
      secretFiles: secretFilesOf(one, pod),
      publicFiles: publicFilesOf(one, pod, objects),
      requests: [...probesOf(one), ...targetPortsOf(one, object, objects)],
      graceMs:
        object.kind === 'Deployment'
          ? (pod.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS) * 1000
          : undefined,
    })),
  );
}

/** The names in `$(NAME)`: parts of values, not variables that somebody reads. */
function partsOfValues(containers: readonly Container[]): Set<string> {
  const values = containers.flatMap(({ env }) => env.map(({ value }) => value));
  return new Set(values.flatMap((value) => [...value.matchAll(PART)].map(([, name = '']) => name)));
}

/** Replaces `$(NAME)` as Kubernetes does it. */
function environmentOf(one: Container, objects: readonly KubernetesObject[], parts: ReadonlySet<string>) {
  const shared = Object.assign(
    {},
    ...one.envFrom.map(({ configMapRef }) => dataOf(configMapRef.name, objects)),
  ) as Record<string, string>;
  const env: Record<string, string> = {};
  for (const { name, value } of one.env) {
    env[name] = value.replaceAll(PART, (text, part: string) => env[part] ?? shared[part] ?? text);
  }
  const sharedEnv = Object.fromEntries(Object.entries(shared).filter(([name]) => !parts.has(name)));
  return { env, sharedEnv };
}

function dataOf(name: string, objects: readonly KubernetesObject[]): Record<string, string> {
  const found = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if (!found) throw new Error(`There is no ConfigMap ${name}`);
  return configMap.parse(found).data;
}

function secretFilesOf(one: Container, pod: PodSpec): Map<string, string> {
  return new Map(
    one.volumeMounts.flatMap(({ name, mountPath }) => {
      const items = pod.volumes.find((volume) => volume.name === name)?.secret?.items ?? [];
      return items.map(({ key, path }) => [`${mountPath}/${path}`, key] as const);
    }),
  );
}

/** The files of ConfigMaps, such as the certificate of a CA. */
function publicFilesOf(one: Container, pod: PodSpec, objects: readonly KubernetesObject[]): string[] {
  return one.volumeMounts.flatMap(({ name, mountPath }) => {
    const source = pod.volumes.find((volume) => volume.name === name)?.configMap?.name;
    const found = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === source);
    return found ? Object.keys(configMap.parse(found).data).map((file) => `${mountPath}/${file}`) : [];
  });
}

/** Not an image of somebody else, such as that of PostgreSQL. */
function isOurs({ image }: Container): boolean {
  return /(?:^|\/)funnel\//.test(image);
}

function probesOf(one: Container) {
  return [one.startupProbe, one.livenessProbe, one.readinessProbe].flatMap((found) =>
    found ? [{ port: portOf(one, found.httpGet.port), path: found.httpGet.path }] : [],
  );
}

function targetPortsOf(one: Container, { metadata }: KubernetesObject, objects: readonly KubernetesObject[]) {
  return objects
    .filter((object) => object.kind === 'Service' && object.metadata.name === metadata.name)
    .flatMap((object) => service.parse(object).spec.ports)
    .map(({ targetPort }) => ({ port: portOf(one, targetPort) }));
}

function portOf(one: Container, name: string): number {
  const found = one.ports.find((port) => port.name === name);
  if (!found) throw new Error(`${one.name} has no port named ${name}`);
  return found.containerPort;
}
