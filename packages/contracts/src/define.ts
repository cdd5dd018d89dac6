import type * as z from 'zod/mini';
import type { CallErrors } from './errors.ts';
import type { HeaderSet } from './headers.ts';
import type { Permission } from './permissions.ts';

/** How long after a sign-in a call with `freshSignIn` can be made, in seconds. */
export const signInFreshForInSeconds = 300;

/**
 * One call of one service, described once. The typed client, the Fastify route with its validation
 * and authorization, the OpenAPI document and the tests over all calls follow from this value.
 */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Address under the service's base, without parameters. */
  readonly path: `/${string}`;
  /** One sentence for the API reference. */
  readonly summary: string;
  /** Identity headers that a request must carry. */
  readonly headers: HeaderSet;
  readonly body?: z.ZodMiniType;
  /** Absent: JSON. `multipart`: each field of the body is a part of a form (RFC 7578). */
  readonly bodyFormat?: 'multipart';
  /** The client sends what it is given, also nothing (section 5); the service checks it all the same. */
  readonly bodyUnchecked?: true;
  readonly query?: z.ZodMiniObject;
  /** Payload of a successful answer: JSON with `result_state` beside its fields, or a file. */
  readonly answer: z.ZodMiniObject | BinaryAnswer;
  /** Errors beyond the general ones of `errors.ts`. */
  readonly errors: CallErrors;
  /** `public` needs no token; a permission must be among the caller's. */
  readonly permission: 'public' | Permission;
  /** Never carries `Authorization`, though a token is configured (section 7). */
  readonly tokenless?: true;
  /** Needed beside `permission` when the body's `subject` is not the caller. Absent: never allowed. */
  readonly permissionForOthers?: Permission;
  /**
   * Persons that a caller of some publishers (without `mandant.any`) names beside itself. `customers`: those of
   * its publishers. `by-mandant`: anybody, as its handler keeps what it tells and changes to these publishers.
   * Absent: nobody, as it concerns a person as a whole; nor does it change a person who may do more than the
   * caller.
   */
  readonly forPublishers?: 'customers' | 'by-mandant';
  /** Callers that may act for others may not make this call for them: it writes in the subject's own name. */
  readonly ownTokenOnly?: true;
  /** Makes the caller a user: whoever was erased comes back by it alone. */
  readonly createsUser?: true;
  /**
   * Outlasts the token, so that a stolen one must not be enough: the person has signed in within the last
   * {@link signInFreshForInSeconds}; of an application's own token, its issue counts.
   */
  readonly freshSignIn?: true;
  /**
   * Changes what others may do or have: what it changes is written to the audit log. `for-others`: only
   * where the subject is not the caller.
   */
  readonly administrative?: true | 'for-others';
  /** True where sending the same request twice has the effect of once. */
  readonly repeatSafe: boolean;
  /** Largest accepted body in bytes, where the default of the services (1 MiB) does not fit. */
  readonly bodyLimitInBytes?: number;
  /**
   * Most members, objects and lists of a body together, where the default of the services (20,000) does not
   * fit; texts and numbers in lists count a tenth.
   */
  readonly valuesMaximum?: number;
  /** Most requests of one caller to one process; what goes beyond is refused with TOO_MANY_REQUESTS. */
  readonly rateLimit?: { readonly requests: number; readonly windowInSeconds: number };
  /**
   * Costs much, so that of one caller one runs at a time in a process: further ones wait, and are given
   * up when their client leaves.
   */
  readonly oneAtATime?: true;
}

/** An answer that is a file. Its errors are JSON all the same. */
export interface BinaryAnswer {
  readonly mediaType: string;
}

/** The parts of a call that most have; one that does not name `repeatSafe` is sent once. */
const usual = { method: 'POST', headers: 'caller', errors: {}, repeatSafe: false } as const;

/** Parts of most calls that administer: the caller's own token is needed, and a repeat changes nothing more. */
export const administered = { ownTokenOnly: true, administrative: true, repeatSafe: true } as const;

type Defined<Definition> = Omit<typeof usual, keyof Definition> & Definition;

/** Checks a call against {@link Call} and keeps its literal types for client and server. */
// @__NO_SIDE_EFFECTS__
export function defineCall<
  const Definition extends Omit<Call, keyof typeof usual> & Partial<Pick<Call, keyof typeof usual>>,
>(definition: Definition): Defined<Definition> {
  return { ...usual, ...definition };
}

/** The calls of one service by client method name. */
export type ServiceCalls = Readonly<Record<string, Call>>;

export type Body<C extends Call> = C extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;
export type BodyInput<C extends Call> = C extends { body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;
export type Query<C extends Call> = C extends { query: infer Q extends z.ZodMiniType }
  ? z.output<Q>
  : undefined;
/** A query as it is given to the client; it travels as text. */
export type QueryInput<C extends Call> = C extends { query: infer Q extends z.ZodMiniObject }
  ? { readonly [K in keyof z.input<Q>]: string | boolean }
  : undefined;
export type Answer<C extends Call> = C['answer'] extends z.ZodMiniObject
  ? Payload<z.output<C['answer']>>
  : Blob;
/** No payload leaves room for the result state, which `Record<string, never>` would forbid. */
type Payload<Output> = Output extends Record<string, never> ? unknown : Output;
export type ErrorCode<C extends Call> = keyof C['errors'] & string;

/** True for a call that answers with a file rather than with JSON. */
export function answersWithFile(call: Call): call is Call & { readonly answer: BinaryAnswer } {
  return 'mediaType' in call.answer;
}
