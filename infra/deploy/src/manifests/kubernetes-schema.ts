import { type KubernetesObject, nameOf } from './kustomize.ts';

/** A class of kubernetes-models. `validate` throws if the object does not fit the schema of the kind. */
interface Kind {
  prototype: { validate(this: unknown): void };
}

/** Validates objects against the schemas of Kubernetes; returns one sentence for each fault. */
export async function schemaProblems(objects: readonly KubernetesObject[]): Promise<string[]> {
  const problems: string[] = [];
  for (const object of objects) {
    const kind = await kindOf(object);
    const found = kind ? faultsOf(object, kind) : [`${object.apiVersion} has no such kind`];
    problems.push(...found.map((fault) => `${nameOf(object)}: ${fault}`));
  }
  return problems;
}

const PACKAGES: readonly ((path: string) => Promise<unknown>)[] = [
  (path) => import(`kubernetes-models/${path}`),
  (path) => import(`@kubernetes-models/prometheus-operator/${path}`),
];

async function kindOf({ apiVersion, kind }: KubernetesObject): Promise<Kind | undefined> {
  for (const read of PACKAGES) {
    const module = (await read(`${apiVersion}/${kind}`).catch(() => ({}))) as Record<string, Kind>;
    if (module[kind]) return module[kind];
  }
  return undefined;
}

/**
 * The schemas allow fields that they do not have, so that a typing error would pass. But a validator looks at each field of its
 * schema and at no other one: a field that it has not looked at is unknown.
 */
function faultsOf(object: KubernetesObject, kind: Kind): string[] {
  const unseen = new Set<string>();
  try {
    kind.prototype.validate.call(watch(object, '', unseen));
  } catch (error) {
    return [(error as Error).message];
  }
  return [...unseen]
    .filter((path) => !unseen.has(path.replace(/\/[^/]*$/, '')))
    .map((path) => `${path} is not a field of ${object.kind}`);
}

/** A copy that notes in `unseen` which of its fields nobody has read. */
function watch(value: unknown, path: string, unseen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    unseen.add(`${path}/${key}`);
    return [key, watch(inner, `${path}/${key}`, unseen)] as const;
  });
  const copy = Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  return new Proxy(copy, {
    get(target, key) {
      unseen.delete(`${path}/${String(key)}`);
      return Reflect.get(target, key) as unknown;
    },
  });
}
