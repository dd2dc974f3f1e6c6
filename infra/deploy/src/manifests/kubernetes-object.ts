import { z } from 'zod';

/** An object of Kubernetes: the part that every kind has. */
export const kubernetesObject = z.looseObject({
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
