/** What the manifests rely on in infra/deploy/docker/Dockerfile. */
export interface Images {
  /** The images that can be built. */
  targets: Set<string>;
  /** The variables that all of them set. */
  env: Record<string, string>;
}

/** Reads the targets and the common environment of the Dockerfile. */
export function readImages(dockerfile: string): Images {
  const targets = [...dockerfile.matchAll(/^FROM service AS (\S+)$/gm)].map(([, name = '']) => name);
  const env = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]),
  );
  if (targets.length === 0 || env.length === 0)
    throw new Error('The Dockerfile has no targets or no ENV line.');
  return { targets: new Set(targets), env: Object.fromEntries(env) };
}
