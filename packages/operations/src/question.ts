import type { WebsiteId } from '@funnel/domain';
import type { Answer, Operation } from './operation.ts';
import type { ParsedRequest } from './parse-request.ts';
import type { AnsweredQuestion, OperationRequest } from './request.ts';

/** A request and what is known about it before the database is asked. */
export interface Question {
  operation: Operation;
  request: OperationRequest;
  ids: readonly WebsiteId[];
  parsed: ParsedRequest;
}

/** An answered question. No answer if the caller has it already. */
export interface ComputedAnswer extends AnsweredQuestion {
  answer: Answer<unknown> | undefined;
}
