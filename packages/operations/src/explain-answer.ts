import { limitNotes } from './notes/limit-notes.ts';
import type { Answer, Operation } from './operation.ts';
import type { ValidRequest } from './parse-request.ts';

/** Checks the body of an answer, and puts the notes that fit beside it. */
export function explainAnswer(
  operation: Operation,
  { notes }: ValidRequest,
  ran: Answer<unknown>,
): Answer<unknown> {
  const body = operation.output.parse(ran.body);
  return { ...ran, body, ...(notes && { notes: limitNotes([...notes, ...(ran.notes ?? [])]) }) };
}
