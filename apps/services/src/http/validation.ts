import * as z from 'zod/mini';
import { $ZodObjectJIT, $ZodType } from 'zod/v4/core';
import { generalError } from './errors.ts';

const english = z.locales.en();

// The small zod says `Invalid input` of everything until it is given a language.
z.config({
  localeError: (issue) =>
    issue.code === 'invalid_format' && issue.format === 'datetime'
      ? 'Expected a time with its offset (RFC 3339)'
      : english.localeError(issue),
});

/** A body can have as many faults as it has fields; the first ones are what helps. */
const faultsMaximumLength = 2_000;

/** @throws {CallError} REQUEST_INVALID with what is wrong and where. */
export type Validate = (value: unknown) => unknown;

export function createValidate(schema: z.ZodMiniType | undefined): Validate {
  if (!schema) return () => undefined;
  compile(schema);
  return (value) => {
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    const faults = z.prettifyError(result.error);
    throw generalError('REQUEST_INVALID', faults.slice(0, faultsMaximumLength));
  };
}

const compiled = new WeakSet<$ZodType>();

/**
 * Gives the objects of a schema the generated parsers that they would have if the contract were not
 * made with the small zod; with them, validation takes half the time. Only browsers have to be small.
 */
export function compile(schema: $ZodType): void {
  if (compiled.has(schema)) return;
  compiled.add(schema);
  const { _zod: internals } = schema;
  const { def, parse, run } = internals;
  if (schema instanceof z.ZodMiniObject) {
    $ZodObjectJIT.init(schema, schema.def);
    // Without checks of its own an object runs nothing but its parser.
    if (run === parse) internals.run = internals.parse;
  }
  for (const part of Object.values(def).flatMap(parts)) compile(part);
}

/** The schemas in a part of a definition: one of its own, a list (options), a record (shape). */
function parts(value: unknown): $ZodType[] {
  if (value instanceof $ZodType) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((part) => part instanceof $ZodType);
}
