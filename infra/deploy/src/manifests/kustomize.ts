import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** An object of Kubernetes: the part that every kind has. */
const kubernetesObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});

export type KubernetesObject = z.output<typeof kubernetesObject>;

export function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

export function renderKustomization(folder: string): KubernetesObject[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`kubectl kustomize ${folder} failed: ${stderr}`);
  return parseAllDocuments(stdout).map((document) => kubernetesObject.parse(document.toJS()));
}
