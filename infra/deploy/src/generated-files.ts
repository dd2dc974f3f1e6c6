import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prometheusRule } from './manifests/prometheus-rule.ts';

/** Files of the deployment that are copies of others, by path: Kustomize and Helm read no files outside of their own folders. */
export async function deploymentFiles(root: string): Promise<Record<string, string>> {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const rules = await read('infra/monitoring/prometheus/rules.yml');
  const scripts = await Promise.all(
    ['backup.sh', 'restore.sh'].map(
      async (name) => [name, await read(`infra/deploy/backup/${name}`)] as const,
    ),
  );
  return {
    ...Object.fromEntries(
      scripts.map(([name, text]) => [`infra/deploy/kubernetes/components/backup/${name}`, text]),
    ),
    'infra/deploy/kubernetes/components/monitoring/rules.yaml': prometheusRule(rules),
  };
}
