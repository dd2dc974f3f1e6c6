import { REPORTS } from '@funnel/report-view';

/** An id is not interpreted, but it cannot lead to another path. */
const ID = '[\\w-]{1,64}';

/** What is below `/data`, and where the REST API has it. Nothing else is passed on. */
const QUESTIONS: readonly (readonly [pattern: string, base: string])[] = [
  ...Object.values(REPORTS).map(({ path }) => [path.replace('{id}', ID), '/api/v1'] as const),
  ['/beyond-v1/website/insights', '/api'],
  [`/beyond-v1/website/insights/${ID}`, '/api'],
];
const PATTERNS = QUESTIONS.map(([pattern, base]) => ({ pattern: new RegExp(`^${pattern}$`), base }));

export const DATA_PATH = '/data';

/**
 * The address of a question at the REST API, with its query as it is; undefined for anything else. `target` is what the request line
 * says, before anybody has decoded it. `base` is where the path of data begins.
 */
export function questionAddress(target: string, restUrl: string, base = ''): URL | undefined {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  const start = `${base}${DATA_PATH}`;
  if (!path.startsWith(`${start}/`)) return undefined;
  const asked = path.slice(start.length);
  const question = PATTERNS.find(({ pattern }) => pattern.test(asked));
  if (!question) return undefined;
  const url = new URL(`${restUrl}${question.base}${asked}`);
  url.search = end === -1 ? '' : target.slice(end);
  return url;
}
