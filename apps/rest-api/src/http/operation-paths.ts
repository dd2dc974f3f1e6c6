import { ServiceError } from '@funnel/domain';
import { OPERATIONS } from '@funnel/operations';

/** The path that all endpoints share. */
export const API_PATH = '/api/v1';

const REQUESTS = new Map<string, string>(
  OPERATIONS.map(({ name, method, path }) => [name, `${method} ${API_PATH}${path}`]),
);
const NAMES = new RegExp(`\\b(?:${[...REQUESTS.keys()].join('|')})\\b`, 'g');

/**
 * Texts that both surfaces share name operations as tools do: `list_campaigns`. Clients of the REST API know them by
 * method and path.
 */
export function withPaths(text: string): string {
  return text.replaceAll(NAMES, (name) => REQUESTS.get(name) ?? name);
}

/** The same error in the words of the REST API. */
export function inPaths(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const detail = withPaths(error.detail);
  return detail === error.detail ? error : new ServiceError(error.code, detail, error);
}
