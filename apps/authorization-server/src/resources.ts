import { RESOURCE_SCOPES, type ResourceKind, type Scope, SETTINGS_SCOPES } from '@funnel/domain';

/** The services that accept our tokens, in the order in which pages list them. */
export const RESOURCE_KINDS: readonly ResourceKind[] = ['rest', 'mcp', 'intake'];

/** The resource identifiers (RFC 8707) of the services. */
export type ResourceUris = Readonly<Record<ResourceKind, string>>;

/** How the pages describe a service, and the scopes it has. */
export interface ResourceDescription {
  /** In plain words, without technical terms. */
  name: string;
  hint: string;
  /** What an application asks for, after "requests access to". */
  subject: string;
  scopes: readonly Scope[];
}

export const RESOURCES: Readonly<Record<ResourceKind, ResourceDescription>> = {
  rest: {
    name: 'REST API',
    hint: 'for scripts and integrations',
    subject: 'the REST API',
    scopes: RESOURCE_SCOPES.rest,
  },
  mcp: {
    name: 'AI assistants',
    hint: 'Claude, ChatGPT and others (MCP), reports only',
    subject: 'your reports',
    scopes: RESOURCE_SCOPES.mcp,
  },
  intake: {
    name: 'Event intake',
    hint: 'for platforms that send events',
    subject: 'the event intake',
    scopes: RESOURCE_SCOPES.intake,
  },
};

/** The scopes of OpenID Connect, which belong to no resource. */
export const LOGIN_SCOPES: readonly string[] = ['openid', 'email', 'offline_access'];

/** How the consent page describes the one that gives something away. */
export const EMAIL_TEXT = 'See your e-mail address, and whether it is verified';

/** How the pages describe each scope. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  reports: 'Read reports: views, conversions, revenue and insights',
  'contacts:read': 'Read contacts, including personal data',
  'contacts:write': 'Add, change and delete contacts',
  'ctas:read': 'Read campaigns and their settings',
  'ctas:write': 'Create and change campaigns',
  'areas:read': 'Read the areas where campaigns are shown',
  'websites:read': 'Read the settings of the websites',
  'reports:embed': 'Show reports inside your own product, to people who have no account here',
  notifications: 'Choose who is told when something breaks, and where messages go',
  embedding: 'Decide which pages may show your reports, if you own the account',
  sharing: 'Show reports to people without an account, by links',
  'events:write': 'Send events',
  'catalog:write': 'Change the websites, areas and campaigns',
};

/** Whether a reader may have a scope, or let an application have it: nothing that changes something. */
export function isForReaders(scope: string): boolean {
  return !scope.endsWith(':write') && !SETTINGS_SCOPES.includes(scope);
}

/** A service with its identifier. */
export interface Resource {
  uri: string;
  /** What an application asks for. */
  name: string;
  scopes: ReadonlySet<string>;
}

/** The services of this installation, by identifier. */
export interface Resources {
  /** Used when a request names no resource. */
  default: Resource;
  /** Undefined for an unknown identifier. */
  find(uri: string): Resource | undefined;
}

export function createResources(uris: ResourceUris): Resources {
  const resourceOf = (kind: ResourceKind): Resource => ({
    uri: uris[kind],
    name: RESOURCES[kind].subject,
    scopes: new Set<string>(RESOURCES[kind].scopes),
  });
  const byUri = new Map(RESOURCE_KINDS.map((kind) => [uris[kind], resourceOf(kind)]));
  return {
    default: resourceOf('mcp'),
    // Clients that parse and print a URL add a slash to an empty path.
    find: (uri) => byUri.get(uri.replace(/\/$/, '')),
  };
}
