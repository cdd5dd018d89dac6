import fc from 'fast-check';
import type * as z from 'zod/mini';

/** Texts that a field of this name may well hold; empty where none is known. */
export type KnownTexts = (field: string) => readonly string[];

/** Longest list and text that are generated; the limits themselves are for `mutations.ts`. */
const itemsMaximum = 3;
const textMaximum = 24;

type Schema = z.core.JSONSchema.BaseSchema;
type Sub = z.core.JSONSchema._JSONSchema | undefined;

/**
 * Values that fit a schema as far as its structure says. What its refinements demand beyond (distinct
 * keys, one field or the other) is left to chance: whoever uses this has to parse.
 *
 * @param schema as JSON Schema writes it, without references
 * @param field Name of the field that the value is for.
 * @throws {Error} for a kind of schema that no call has had so far
 */
export function valuesOf(schema: Sub, known: KnownTexts, field = ''): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || isAnything(schema)) return fc.jsonValue({ maxDepth: 2 });
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, known, field)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return textsOf(schema, known(field));
    case 'number':
    case 'integer':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items, minItems = 0 } = schema;
      return fc.array(valuesOf(items as Sub, known, field), {
        minLength: minItems,
        maxLength: Math.max(minItems, itemsMaximum),
      });
    }
    case 'object':
      return objectsOf(schema, known, field);
    case undefined:
    default:
      throw new Error(`No inputs are made for ${JSON.stringify(schema)} (field ${field}).`);
  }
}

/** Neither of what a value must be: only told what it is for. */
function isAnything(schema: Schema): boolean {
  return Object.keys(schema).every((key) => key === 'description' || key === '$schema');
}

function objectsOf(schema: Schema, known: KnownTexts, field: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (schema.propertyNames) {
    const { pattern } = schema.propertyNames as Schema;
    const keys =
      pattern === undefined ? fc.constantFrom('de', 'en', 'a') : madeTextsOf({ pattern });
    return fc.dictionary(keys, valuesOf(additionalProperties, known, field), { maxKeys: 3 });
  }
  const parts = Object.entries(properties).map(([name, part]) => [
    name,
    valuesOf(part, known, name),
  ]);
  return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
}

function textsOf(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  if (known.length === 0) return madeTextsOf(schema);
  // No texts are made for a pattern that looks ahead.
  const made = schema.pattern?.includes('(?') ? fc.constantFrom(...known) : madeTextsOf(schema);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: made },
  );
}

function madeTextsOf({ minLength = 0, maxLength = textMaximum, format, pattern }: Schema) {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (format === 'date-time') return times;
  if (pattern !== undefined) {
    // Of a hash, a pattern says how long it is.
    const lengths = [...pattern.matchAll(/\{(\d+)\}/g)].map(([, length]) => Number(length));
    return textsMatching(pattern, Math.max(maxLength, ...lengths));
  }
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, textMaximum)),
  });
}

/** Texts that were made, by pattern and length: a pattern whose characters may be many takes half a second of the processor. */
const matching = new Map<string, fc.Arbitrary<string>>();

function textsMatching(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const key = `${maxLength} ${pattern}`;
  let texts = matching.get(key);
  if (!texts) {
    texts = fc.stringMatching(new RegExp(pattern), { maxLength });
    matching.set(key, texts);
  }
  return texts;
}

const times = fc
  .tuple(
    fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', '+14:00', '-12:00'),
  )
  .map(([date, offset]) => date.toISOString().replace('Z', offset));

function numbersOf(schema: Schema): fc.Arbitrary<number> {
  const step = schema.multipleOf ?? 1;
  const min = Math.max(Number.MIN_SAFE_INTEGER, schema.minimum ?? -1_000);
  const max = Math.min(Number.MAX_SAFE_INTEGER, schema.maximum ?? Number.MAX_SAFE_INTEGER);
  const steps = { min: Math.ceil(min / step), max: Math.floor(max / step) };
  return fc
    .oneof(fc.constantFrom(steps.min, steps.max), fc.integer(steps))
    .map((count) => count * step);
}
