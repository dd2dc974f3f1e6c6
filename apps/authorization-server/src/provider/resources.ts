import { RESOURCE_KINDS, RESOURCES, type ResourceUris } from '../token-page/resources.ts';

/** A service that accepts our tokens (RFC 8707). */
export interface Resource {
  uri: string;
  name: string;
  scopes: ReadonlySet<string>;
}

export interface Resources {
  /** Where a request names none. */
  standard: Resource;
  /** Undefined for one that is not ours. */
  find(uri: string): Resource | undefined;
}

export function createResources(uris: ResourceUris): Resources {
  const byUri = new Map(
    RESOURCE_KINDS.map((kind) => {
      const { name, scopes } = RESOURCES[kind];
      return [uris[kind], { uri: uris[kind], name, scopes: new Set<string>(scopes) }];
    }),
  );
  const standard = byUri.get(uris.mcp);
  if (!standard) throw new Error('The tool server is no resource.');
  // Clients that parse an address and print it again add the slash of an empty path.
  return { standard, find: (uri) => byUri.get(uri.replace(/\/$/, '')) };
}
