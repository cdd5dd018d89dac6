/** A stand-in for the container, for tests of what is saved by stores. */
export { slowestRetryInMs } from '../src/retry.ts';
export { ContainerDouble } from './container-double.ts';
