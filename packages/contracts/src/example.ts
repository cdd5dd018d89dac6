import type { Answer, BodyInput, Call, QueryInput, ServiceCalls } from './define.ts';

/**
 * A request as someone would really send it, and an answer to it. The API reference shows it; a test
 * sends it to the running services and compares what comes back with the answer's shape.
 */
export type Example<C extends Call> = ('body' extends keyof C
  ? { readonly body: BodyInput<C> }
  : { readonly body?: never }) &
  ('query' extends keyof C ? { readonly query: QueryInput<C> } : { readonly query?: never }) & {
    readonly answer: Answer<C> extends Blob ? string : Answer<C>;
  };

/** An example for each call of a service: one that is missing does not compile. */
export type Examples<Calls extends ServiceCalls> = {
  readonly [Name in keyof Calls]: Example<Calls[Name]>;
};
