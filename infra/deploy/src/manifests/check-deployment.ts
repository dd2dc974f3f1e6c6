import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Invocation } from '@funnel/servers';
import { SECRETS } from '../../secrets/secret.mjs';
import { checkContainer } from './check-container.ts';
import { composeContainers } from './compose-containers.ts';
import { kubernetesContainers } from './kubernetes-containers.ts';
import { schemaProblems } from './kubernetes-schema.ts';
import { hardeningProblems } from './pod-hardening.ts';
import { hasKubectl, renderKustomization } from './kustomize.ts';

const OVERLAYS = 'infra/deploy/kubernetes/overlays';

/** Compares compose.yaml with the code, and every overlay with the schemas of Kubernetes and the code if kubectl can render it. */
export async function findProblems(root: string) {
  const secrets = new Map(SECRETS.map(({ variable, make }) => [variable, make()]));
  const containers = await composeContainers(root);
  const problems: string[] = [];
  let objects = 0;
  for (const name of hasKubectl ? await readdir(join(root, OVERLAYS)) : []) {
    const place = join(OVERLAYS, name);
    const rendered = renderKustomization(join(root, place));
    objects += rendered.length;
    const found = [...(await schemaProblems(rendered)), ...hardeningProblems(rendered)];
    problems.push(...found.map((problem) => `${place}: ${problem}`));
    containers.push(...kubernetesContainers(rendered, place));
  }
  problems.push(...containers.flatMap((container) => checkContainer(container, secrets)));
  return { problems, containers: containers.length, objects };
}

/** `npm run -s verify:deployment`. */
export async function checkDeployment({ root }: Invocation): Promise<number> {
  const { problems, containers, objects } = await findProblems(root);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  if (!hasKubectl) console.log('SKIPPED: kubectl is not installed, so it does not render the overlays');
  console.log(`${containers} containers and ${objects} Kubernetes objects fit the code and the schemas`);
  return 0;
}
