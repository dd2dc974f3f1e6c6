import { ERRORS } from '@funnel/domain';
import { type Answer, type FuzzRequest, jsonOf, mediaTypeOf, type Target } from './request.ts';
import type { Tenant } from './tenants/tenant.ts';

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
  // The service says that it has too much to do, and when to come back.
  if (answer.status === 503 && answer.headers['retry-after'] !== undefined) return undefined;
  if (answer.status >= 500) return `status ${answer.status}`;
  return target.check(request, answer);
}

/** What is wrong with a refusal, which must be a problem document with a documented code of its status. */
export function checkProblem(answer: Answer): string | undefined {
  const type = mediaTypeOf(answer);
  if (type !== 'application/problem+json')
    return `${answer.status} is no problem document, but ${type || 'nothing'}`;
  const { code, status, detail, title, instance } = (jsonOf(answer) ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) return `unknown code ${String(code)}`;
  const expected = ERRORS[code as keyof typeof ERRORS].status;
  if (status !== answer.status || expected !== answer.status)
    return `${code} has status ${answer.status}, not ${expected}`;
  const isComplete = [detail, title, instance].every((text) => typeof text === 'string' && text !== '');
  return isComplete ? undefined : 'a problem without detail, title or instance';
}
