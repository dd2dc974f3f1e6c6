import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prometheusRule } from './manifests/prometheus-rule.ts';

const BACKUP = 'infra/deploy/backup';
const CHART = 'infra/deploy/helm/funnel';
const COMPONENTS = 'infra/deploy/kubernetes/components';

/** Files of the deployment that are made of others, by path: Kustomize and Helm read no files outside of their own folders. */
export async function deploymentFiles(root: string): Promise<Record<string, string>> {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const rules = await read('infra/monitoring/prometheus/rules.yml');
  const [backup, restore] = [await read(`${BACKUP}/backup.sh`), await read(`${BACKUP}/restore.sh`)];
  return {
    [`${COMPONENTS}/backup/backup.sh`]: backup,
    [`${COMPONENTS}/backup/restore.sh`]: restore,
    [`${COMPONENTS}/monitoring/rules.yaml`]: prometheusRule(rules),
    [`${CHART}/Chart.yaml`]: chart(version),
    [`${CHART}/files/backup.sh`]: backup,
    [`${CHART}/files/restore.sh`]: restore,
    [`${CHART}/files/rules.yml`]: rules,
  };
}

/** The chart has the version of the product. */
function chart(version: string): string {
  return `# Generated from package.json: run npm run -s generate.
apiVersion: v2
name: funnel
description: Funnel reports for marketers and the agents that work for them
type: application
version: ${version}
appVersion: ${version}
kubeVersion: ">=1.27.0-0"
`;
}
