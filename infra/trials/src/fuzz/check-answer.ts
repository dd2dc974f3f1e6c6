import type { Answer, FuzzRequest } from './request.ts';
import type { Target } from './targets/target.ts';
import type { Tenant } from './tenants/tenant.ts';

/** No answer may take longer. */
export const SLOW_MS = 2_000;

/** What is wrong with an answer; undefined if nothing is. Its duration is judged elsewhere. */
export function checkAnswer(
  target: Pick<Target, 'check'>,
  tenants: readonly Pick<Tenant, 'name' | 'mark'>[],
  request: FuzzRequest,
  answer: Answer,
): string | undefined {
  const seen = JSON.stringify(answer.headers) + answer.text;
  const leaked = tenants.find(({ name, mark }) => name !== request.tenant?.name && seen.includes(mark));
  if (leaked)
    return `an answer to tenant ${request.tenant?.name ?? 'nobody'} has the mark of tenant ${leaked.name}`;
  if (isOverloaded(answer)) return undefined;
  if (answer.status >= 500) return `status ${answer.status}`;
  return target.check(request, answer);
}

/** Whether the service says that it has too much to do, and when to come back. */
export function isOverloaded({ status, headers }: Answer): boolean {
  return status === 503 && headers['retry-after'] !== undefined;
}
