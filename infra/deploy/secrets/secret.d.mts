/** A secret that a deployment needs. */
export interface Secret {
  /** The variable that takes it; `_FILE` behind it takes the path of its file. */
  variable: string;
  /** What it protects. */
  purpose: string;
  make: () => string;
  /** How to replace it, one sentence. */
  rotate: string;
}

/** The services, each with a database role of its own. */
export const SERVICES: readonly string[];
/** Every secret that `npm run -s secrets` makes. */
export const SECRETS: readonly Secret[];
/** The file of a secret: the variable in lower case. */
export function fileNameOf(secret: Secret): string;
/** The Secret that the manifests of infra/deploy/kubernetes mount. */
export const KUBERNETES_SECRET: string;
/** A Kubernetes Secret. */
export function kubernetesSecret(values: ReadonlyMap<string, string>): string;
