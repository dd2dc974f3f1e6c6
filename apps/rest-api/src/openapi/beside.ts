import { compareParameter, extrasParameter, notesParameter, type Operation } from '@funnel/operations';

/** The parameters that ask for something beside a body. */
export function besideParameters(operation: Operation): Operation['parameters'] {
  return {
    ...(operation.tool && { notesParameter }),
    ...(operation.hasExtras && { extrasParameter }),
    ...(operation.hasComparison && { compareParameter }),
  };
}
