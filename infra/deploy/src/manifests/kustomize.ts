import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** An object of Kubernetes: the part that every kind has. */
const kubernetesObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});

/** An object of Kubernetes. */
export type KubernetesObject = z.output<typeof kubernetesObject>;

/** Its kind and name, for messages. */
export function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

/** The fields of a kustomization that this repository uses. Any other one is an error, because it would be ignored here. */
const kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        behavior: z.literal('merge').optional(),
        envs: z.array(z.string()).default([]),
        files: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
  /** Each changes all objects of a kind. */
  patches: z
    .array(z.strictObject({ path: z.string(), target: z.strictObject({ kind: z.string() }) }))
    .default([]),
  replicas: z.array(z.strictObject({ name: z.string(), count: z.number() })).default([]),
});

/**
 * What `kubectl kustomize FOLDER` prints, for the fields above, except that generated names get no suffix. It exists so that
 * the tests see the manifests that a cluster gets, without kubectl.
 */
export async function renderKustomization(folder: string): Promise<KubernetesObject[]> {
  const [document] = await readYaml(join(folder, 'kustomization.yaml'));
  const settings = kustomization.parse(document);
  const objects: KubernetesObject[] = [];
  for (const path of [...settings.resources, ...settings.components]) {
    objects.push(...(await readResource(join(folder, path))));
  }
  for (const { name, behavior, envs, files } of settings.configMapGenerator) {
    const data = await readData(folder, envs, files);
    if (behavior === 'merge') merge(find(objects, { kind: 'ConfigMap', name }, folder), { data }, folder);
    else objects.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }
  for (const { path, target } of settings.patches) {
    const {
      apiVersion: _,
      kind: _kind,
      metadata: _metadata,
      ...patch
    } = await readObject(join(folder, path));
    const targets = objects.filter(({ kind }) => kind === target.kind);
    if (targets.length === 0) throw new Error(`${folder}: there is no ${target.kind} to change`);
    for (const object of targets) merge(object, structuredClone(patch), `${folder}/${path}`);
  }
  for (const { name, count } of settings.replicas) {
    merge(find(objects, { kind: 'Deployment', name }, folder), { spec: { replicas: count } }, folder);
  }
  for (const object of objects) {
    if (settings.namespace && object.kind !== 'Namespace') object.metadata.namespace = settings.namespace;
    for (const { name, newName, newTag } of settings.images) rename(object, name, `${newName}:${newTag}`);
  }
  return objects;
}

/** The variables of `envs`, and each of `files` under its own name. */
async function readData(
  folder: string,
  envs: readonly string[],
  files: readonly string[],
): Promise<NodeJS.Dict<string>> {
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const variables = parseEnv((await Promise.all(envs.map(read))).join('\n'));
  const texts = await Promise.all(files.map(async (file) => [basename(file), await read(file)] as const));
  return { ...variables, ...Object.fromEntries(texts) };
}

async function readResource(path: string): Promise<KubernetesObject[]> {
  return (await stat(path)).isDirectory() ? renderKustomization(path) : readObjects(path);
}

/** The only object of a file: Kustomize does not accept several patches in one. */
async function readObject(file: string): Promise<KubernetesObject> {
  const [object, another] = await readObjects(file);
  if (!object || another) throw new Error(`${file} must have exactly one object`);
  return object;
}

async function readObjects(file: string): Promise<KubernetesObject[]> {
  return (await readYaml(file)).map((document) => kubernetesObject.parse(document));
}

async function readYaml(file: string): Promise<unknown[]> {
  return parseAllDocuments(await readFile(file, 'utf8')).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: ${error.message}`);
    return document.toJS() as unknown;
  });
}

function find(
  objects: readonly KubernetesObject[],
  { kind, name }: { kind: string; name: string },
  place: string,
): KubernetesObject {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`${place}: there is no ${kind} ${name} to change`);
  return found;
}

/** Merges maps. Lists are refused: Kustomize merges some of them by a key, which this does not know. */
function merge(target: Record<string, unknown>, patch: Record<string, unknown>, place: string): void {
  for (const [key, value] of Object.entries(patch)) {
    if (Array.isArray(value)) throw new Error(`${place}: a patch of the list ${key} is not supported`);
    const own = target[key];
    if (isMap(value) && isMap(own)) merge(own, value, place);
    else target[key] = value;
  }
}

/** Gives every container with this image another one. */
function rename(value: unknown, name: string, image: string): void {
  if (Array.isArray(value)) for (const entry of value) rename(entry, name, image);
  if (!isMap(value)) return;
  if (value['image'] === name) value['image'] = image;
  for (const inner of Object.values(value)) rename(inner, name, image);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
