import { OPERATIONS } from '@funnel/operations';

/** The path that all endpoints share. */
export const API_PATH = '/api/v1';

const REQUESTS = new Map<string, string>(
  OPERATIONS.map(({ name, method, path }) => [name, `${method} ${API_PATH}${path}`]),
);
const NAMES = new RegExp(`\\b(?:${[...REQUESTS.keys()].join('|')})\\b`, 'g');

/**
 * Descriptions that both surfaces share name operations as tools do: `list_campaigns`. Clients of the REST API know them
 * by method and path.
 */
export function withPaths(text: string): string {
  return text.replaceAll(NAMES, (name) => REQUESTS.get(name) ?? name);
}
