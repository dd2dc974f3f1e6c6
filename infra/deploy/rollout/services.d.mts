/** Those of ours that compose.yaml starts with these settings, in the order in which they are replaced. */
export function ourServices(composed: readonly string[]): string[];
/** The domains of services. */
export function domainsOf(services: readonly string[], settings: NodeJS.Dict<string>): string[];
