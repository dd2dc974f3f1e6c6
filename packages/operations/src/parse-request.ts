import type { AnswerSource } from './answer-identity.ts';
import { type Asked, parameterNotes, refuseUnknown } from './notes/ignored-parameters.ts';
import type { CompareWith } from '@funnel/domain';
import type { Operation } from './operation.ts';
import { compareParameter } from './parameters/compare.ts';
import { extrasParameter, notesParameter } from './parameters/beside.ts';
import type { Parameters, RawInput } from './parameters/parameter.ts';
import type { OperationRequest } from './request.ts';

/** The parameters of a request. A mistake is kept: the error comes in its turn, after that of the website. */
export type ParsedRequest = ValidRequest | { mistake: unknown };

interface ValidRequest extends Pick<AnswerSource, 'input' | 'notes' | 'extras' | 'compare'> {
  /** What was asked for by name. */
  asked: Asked;
}

export function parseRequest(operation: Operation, request: OperationRequest): ParsedRequest {
  try {
    const names = namesOf(operation, request);
    // Before the values: a misspelt name explains why another one is missing.
    if (request.isStrict) refuseUnknown(names);
    const input = parseParameters(operation.parameters, request.raw);
    const asked = { ...names, input };
    const notes = wantsNotes(operation, request) ? parameterNotes(asked) : undefined;
    const extras = wantsExtras(operation, request);
    const compare = chosenBase(operation, request, notes !== undefined || extras);
    return { input, asked, notes, extras, compare };
  } catch (mistake) {
    return { mistake };
  }
}

/** Parses all parameters in validation order. Throws a ServiceError for the first invalid one. */
function parseParameters(parameters: Parameters, raw: RawInput): ValidRequest['input'] {
  return Object.fromEntries(Object.entries(parameters).map(([name, { parse }]) => [name, parse(raw)]));
}

/** Whether the answer shall have notes. Throws for an invalid parameter `notes`. */
export function wantsNotes(operation: Operation, { raw, notes }: OperationRequest): boolean {
  return operation.tool !== undefined && (notes === 'always' || notesParameter.parse(raw));
}

/** Whether the answer shall have extras. A tool has no parameter for them: its client shows pictures or does not. */
function wantsExtras(operation: Operation, { raw, notes, extras }: OperationRequest): boolean {
  if (!operation.hasExtras) return false;
  return extras === 'always' || (notes !== 'always' && extrasParameter.parse(raw));
}

/** What to compare with. Only the REST API has the parameter, and it is about nothing without notes and extras. */
function chosenBase(
  operation: Operation,
  { raw, notes }: OperationRequest,
  isSaid: boolean,
): CompareWith | undefined {
  if (notes === 'always' || !operation.hasComparison) return undefined;
  const chosen = compareParameter.parse(raw);
  return isSaid ? chosen : undefined;
}

/** What the caller sent by name, beside the names that mean something there. */
function namesOf(
  { names, queryNames }: Operation,
  { raw, query, notes, ownParameters = [] }: OperationRequest,
): Omit<Asked, 'input'> {
  // A tool has neither of these parameters, so there they are unknown.
  const known = [
    ...(query ? queryNames : names),
    ...ownParameters,
    ...(notes === 'always' ? [] : ['notes', 'extras', 'compare']),
  ];
  return { known, given: query ?? raw };
}
