export { forgetAnswers } from './answer-cache.ts';
export { readExampleAnswers } from './example-answers.ts';
export type { Answer, Example, Operation, Tag, ToolOperation } from './operation.ts';
export { OPERATIONS, type OperationName, operationOf, TOOL_OPERATIONS, type ToolName } from './operations.ts';
export { type Field, fieldsOf, type RawInput } from './parameters/parameter.ts';
export { type OpenOperation, openOperation, type OperationRequest, runOperation } from './run-operation.ts';
export { describeWebsites } from './website-choices.ts';
export { VERSION } from './version.ts';
