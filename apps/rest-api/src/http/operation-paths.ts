import { OPERATIONS } from '@funnel/operations';

export const API_PATH = '/api/v1';

/** The path that the others share. */
const BEYOND_PATH = '/api';
const BEYOND_V1 = '/beyond-v1/';

/** The path that an endpoint is below. */
export function basePathOf({ path }: { path: string }): string {
  return path.startsWith(BEYOND_V1) ? BEYOND_PATH : API_PATH;
}

export function fullPathOf(operation: { path: string }): string {
  return `${basePathOf(operation)}${operation.path}`;
}

const REQUESTS = new Map<string, string>(
  OPERATIONS.map((operation) => [operation.name, `${operation.method} ${fullPathOf(operation)}`]),
);
const NAMES = new RegExp(`\\b(?:${[...REQUESTS.keys()].join('|')})\\b`, 'g');

/** Shared descriptions name operations as tools do (`list_campaigns`); here they become method and path. */
export function withPaths(text: string): string {
  return text.replaceAll(NAMES, (name) => REQUESTS.get(name) ?? name);
}
