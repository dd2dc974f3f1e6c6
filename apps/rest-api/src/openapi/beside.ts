import {
  compareParameter,
  extrasParameter,
  hasComparison,
  hasExtras,
  notesParameter,
  type Operation,
} from '@funnel/operations';

/** The parameters that ask for something beside a body. */
export function besideParameters(operation: Operation): Operation['parameters'] {
  return {
    ...(operation.tool && { notesParameter }),
    ...(hasExtras(operation) && { extrasParameter }),
    ...(hasComparison(operation) && { compareParameter }),
  };
}
