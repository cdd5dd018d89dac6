import type * as z from 'zod/mini';
import type { CallErrors } from './errors.ts';
import type { HeaderSet } from './headers.ts';
import type { Permission } from './permissions.ts';

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
  readonly query?: z.ZodMiniObject;
  /** Payload of a successful JSON answer; `result_state` stands beside its fields. */
  readonly answer: z.ZodMiniObject;
  /** Errors beyond the general ones of `errors.ts`. */
  readonly errors: CallErrors;
  /** `public` needs no token; a permission must be among the caller's. */
  readonly permission: 'public' | Permission;
  /** Needed beside `permission` when the body's `subject` is not the caller. Absent: never allowed. */
  readonly permissionForOthers?: Permission;
  /**
   * Whoever may act for others may not make this call for them: it writes in the subject's own name.
   */
  readonly ownTokenOnly?: true;
  /** Whether sending the same request twice leaves what sending it once does. */
  readonly repeatSafe: boolean;
  /** Largest accepted body in bytes, where the default of the services (1 MiB) does not fit. */
  readonly bodyLimitInBytes?: number;
}

/** Checks a call against {@link Call} and keeps its literal types for client and server. */
export function defineCall<const Definition extends Call>(definition: Definition): Definition {
  return definition;
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
export type Answer<C extends Call> = z.output<C['answer']>;
export type ErrorCode<C extends Call> = keyof C['errors'] & string;
