export { describeExamples, type ExampleOptions, type ExampleSetup } from './describe-examples.ts';
