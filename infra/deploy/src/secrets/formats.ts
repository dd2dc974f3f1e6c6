import { fileNameOf, SECRETS } from './secret.ts';

/** The Secret that the manifests of infra/deploy/kubernetes mount. */
export const KUBERNETES_SECRET = 'funnel-secrets';

/** A Kubernetes Secret. JSON strings are YAML strings, so nothing else needs escaping. */
export function kubernetesSecret(values: ReadonlyMap<string, string>): string {
  const lines = SECRETS.map(
    (secret) => `  ${fileNameOf(secret)}: ${JSON.stringify(values.get(secret.variable) ?? '')}\n`,
  );
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${KUBERNETES_SECRET}\ntype: Opaque\nstringData:\n${lines.join('')}`;
}

/** Lines of an environment file. No secret that `npm run -s secrets` makes contains an apostrophe. */
export function environmentFile(values: ReadonlyMap<string, string>): string {
  return [...values]
    .map(([name, value]) => `${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`)
    .join('');
}
