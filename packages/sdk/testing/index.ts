/** For tests of both sides: a stand-in for the container, and payloads of each request. */
export { slowestRetryInMs } from '../src/retry.ts';
export { AnswersDouble, uniteGaps } from './answers-double.ts';
export { AssignmentsDouble } from './assignments-double.ts';
export { ClassDouble } from './class-double.ts';
export { ContainerDouble } from './container-double.ts';
export { examplePayloads } from './payloads.ts';
