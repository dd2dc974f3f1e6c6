import { ERRORS } from '@funnel/domain';
import { type Answer, jsonOf, mediaTypeOf } from '../request.ts';

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
