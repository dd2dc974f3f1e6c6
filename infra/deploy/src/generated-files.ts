import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const RULE_HEAD = `# Generated from infra/monitoring/prometheus/rules.yml: run npm run -s generate.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: funnel
  labels: { app.kubernetes.io/part-of: funnel }
spec:
`;

const BACKUP = 'infra/deploy/backup';
const COMPONENTS = 'infra/deploy/kubernetes/components';

/** Files of the deployment that are made of others, by path: Kustomize reads no files outside of its own folder. */
export async function deploymentFiles(root: string): Promise<Record<string, string>> {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const rules = await read('infra/monitoring/prometheus/rules.yml');
  return {
    [`${COMPONENTS}/backup/backup.sh`]: await read(`${BACKUP}/backup.sh`),
    [`${COMPONENTS}/backup/restore.sh`]: await read(`${BACKUP}/restore.sh`),
    [`${COMPONENTS}/monitoring/rules.yaml`]: prometheusRule(rules),
  };
}

/** The alerts of a file of Prometheus as an object of the Prometheus operator, line by line. */
function prometheusRule(rules: string): string {
  const groups = rules.slice(rules.indexOf('groups:'));
  return RULE_HEAD + groups.replaceAll(/^(?=.)/gm, '  ');
}
