/** The supported engines, and a person in them: what journeys and benchmarks in several engines stand on. */
export { engines, sayMissingEngines, wholeEngines, type Engine } from './engines.ts';
export { retrying } from './retrying.ts';
export { comeAndSignIn } from './sign-in.ts';
export { inContent, Visitor, type Driver } from './visitor.ts';
