import { z } from 'zod';
import { podsOf } from './kubernetes-containers.ts';
import { type KubernetesObject, nameOf } from './kustomize.ts';

/** What the standard `restricted` of Kubernetes asks of a pod. */
const pod = z.looseObject({
  automountServiceAccountToken: z.literal(false),
  securityContext: z.looseObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().min(1),
    seccompProfile: z.looseObject({ type: z.literal('RuntimeDefault') }),
  }),
});

/** The same of a container, and how much it may use: without a limit, one container takes the memory of a machine. */
const container = z.looseObject({
  securityContext: z.looseObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.looseObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.looseObject({
    requests: z.looseObject({ cpu: z.string(), memory: z.string() }),
    limits: z.looseObject({ memory: z.string() }),
  }),
});

/** One sentence for each pod that has more rights than it needs, or no limit. */
export function hardeningProblems(objects: readonly KubernetesObject[]): string[] {
  return podsOf(objects).flatMap(({ object, pod: spec }) => {
    const found = [pod.safeParse(spec), ...spec.containers.map((one) => container.safeParse(one))];
    return found.flatMap(({ error }) =>
      (error?.issues ?? []).map(({ path, message }) => `${nameOf(object)}: ${path.join('.')}: ${message}`),
    );
  });
}
