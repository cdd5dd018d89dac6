import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { readCorrelationId } from './identity-headers.ts';
import { logOutput } from './log-output.ts';
import type { Traffic } from './traffic.ts';

/** The least important line that is written. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

interface ErrorEntry {
  readonly [name: string]: unknown;
  readonly type: string;
  readonly message: string;
  /** Where it was thrown: the lines of the stack without the message. */
  readonly stack: string;
  readonly code?: string;
  /** Names in the database's schema, never values. */
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: ErrorEntry;
}

const causesMaximum = 5;
/** To the last quote: what is quoted can hold quotes of its own. */
const quoted = /["'`].*["'`]/s;

/**
 * JSON lines without personal data: what a message quotes can be a user's, and the details that the
 * database and others attach to an error can hold whole rows.
 */
export function loggerOptions(
  level: LogLevel | undefined,
): Pick<FastifyServerOptions, 'logger' | 'childLoggerFactory'> {
  if (!level) return { logger: false };
  return {
    logger: {
      level,
      stream: logOutput,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
      hooks: {
        logMethod(args, write) {
          write.apply(this, withSafeMessage(args) as typeof args);
        },
      },
    },
    // Lines name the correlation id; a second number of the server's own would say nothing more.
    childLoggerFactory: (logger) => logger,
  };
}

/** One line a request, also of those that fail: whose it was and what it carried stays unsaid. */
export function logRequests(log: FastifyBaseLogger, traffic: Traffic): void {
  traffic.onEnd(({ request, call, status, durationInMs }) => {
    log.info({
      correlationId: request.correlationId || readCorrelationId(request.headers),
      service: call?.service,
      // Routes that are no calls of the contract, such as xAPI's, by method and route.
      call: call?.name ?? [request.method, request.routeOptions.url].join(' ').trim(),
      status,
      codes: request.refusedWith,
      durationInMs: Math.round(durationInMs * 10) / 10,
    });
  });
}

/** A line that is given an error alone would take the error's message as its own. */
function withSafeMessage([first, ...others]: readonly unknown[]): unknown[] {
  if (typeof first === 'string') return [withoutQuotes(first), ...others];
  const [message, ...more] = others;
  if (typeof message === 'string') return [first, withoutQuotes(message), ...more];
  const error =
    first instanceof Error ? first : (first as { readonly err?: unknown } | undefined)?.err;
  return error instanceof Error
    ? [first, withoutQuotes(error.message || textIn(error))]
    : [first, ...others];
}

function withoutQuotes(message: string): string {
  return message.replace(quoted, '…');
}

function describeError(error: unknown, depth = 0): ErrorEntry {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error', stack: '' };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: error.name,
    message: withoutQuotes(error.message || textIn(error)),
    stack: frames.join('\n'),
    ...textOf(error, 'code'),
    ...textOf(error, 'table'),
    ...textOf(error, 'constraint'),
    ...(error.cause instanceof Error && depth < causesMaximum
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

/** A connection to a name with several addresses fails with one error for each, and no message. */
function textIn(error: Error): string {
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  const messages = parts.map((part) => (part instanceof Error ? part.message : ''));
  const { code } = error as { readonly code?: unknown };
  return messages.filter(Boolean).join('; ') || (typeof code === 'string' ? code : error.name);
}

function textOf<Key extends string>(error: Error, key: Key): { readonly [K in Key]?: string } {
  const value = (error as Partial<Record<Key, unknown>>)[key];
  return typeof value === 'string' ? ({ [key]: value } as { [K in Key]: string }) : {};
}
