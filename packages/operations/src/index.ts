export { readExampleAnswers } from './example-answers.ts';
export {
  type Answer,
  defineOperation,
  type Example,
  type Operation,
  type OperationContext,
  type Tag,
  type ToolOperation,
} from './operation.ts';
export { recordTime } from './output/envelope.ts';
export { choice, identifier } from './parameters/kinds.ts';
export type { Hint } from './notes/hints.ts';
export { type Note, NOTE_CODES, notesSchema } from './notes/note.ts';
export { OPERATIONS, type OperationName, operationOf, TOOL_OPERATIONS, type ToolName } from './operations.ts';
export { type Extras, extrasSchema } from './extras/extras.ts';
export { compareParameter } from './parameters/compare.ts';
export { extrasParameter, notesParameter } from './parameters/beside.ts';
export { type Field, fieldsOf, type Parameter, parameter, type RawInput } from './parameters/parameter.ts';
export { oneOfWebsites, websiteIds } from './parameters/shared.ts';
export { answerTag } from './answer-identity.ts';
export { type Answered, answerRequest, type Outcome, runOperation } from './answer-request.ts';
export type { AnsweredQuestion, OperationRequest, ReceivedBody } from './request.ts';
export { describeWebsites } from './website-choices.ts';
export { VERSION } from './version.ts';
