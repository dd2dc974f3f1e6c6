import { extrasOf } from './extras/extras-of.ts';
import { limitNotes, notesOf } from './notes/notes-of.ts';
import type { ReportBody } from './notes/report-body.ts';
import type { Answer, Operation, OperationContext } from './operation.ts';
import type { ValidRequest } from './parse-request.ts';

/** Checks the body of an answer, and adds notes and extras if they are wanted. */
export function explainAnswer(
  operation: Operation,
  { input, notes, extras, compare }: ValidRequest,
  { websites, now }: OperationContext,
  { background = {}, ...ran }: Answer<unknown>,
): Answer<unknown> {
  const body = operation.output.parse(ran.body);
  if (!notes && !extras) return { ...ran, body };
  // The schema of the report has just checked it.
  const own = { websites, now, background, names: ran.names, compareWith: compare };
  const answered = { body: body as ReportBody, input, ...own };
  return {
    ...ran,
    body,
    ...(notes && { notes: limitNotes([...notes, ...notesOf(answered)]) }),
    ...(extras && { extras: extrasOf(operation, answered) }),
  };
}
