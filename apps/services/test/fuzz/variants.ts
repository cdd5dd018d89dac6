import type * as z from 'zod/mini';

export type Schema = z.core.JSONSchema.BaseSchema;

/** A part of a schema that is one itself, neither a boolean nor a list. */
export function schemaOf(part: unknown): Schema {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    throw new Error(`No schema of its own: ${JSON.stringify(part)}`);
  }
  return part as Schema;
}

/**
 * Schemas of fewer values, which together leave none of the choices of a schema out: each option once,
 * and each field that may be absent once there and once not. What else there is stays free.
 *
 * @param schema as JSON Schema writes it, without references
 */
export function* variantsOf(schema: Schema): Generator<Schema> {
  const { anyOf, oneOf, enum: values, type, items, properties = {}, required = [] } = schema;
  if (anyOf || oneOf) {
    for (const option of anyOf ?? oneOf ?? []) yield* variantsOf(schemaOf(option));
  } else if (values || type === 'boolean') {
    for (const value of values ?? [true, false]) yield { const: value };
  } else if (type === 'array') {
    for (const item of variantsOf(schemaOf(items))) {
      yield { ...schema, items: item, minItems: Math.max(1, schema.minItems ?? 0) };
    }
  } else if (type === 'object') {
    for (const [field, part] of Object.entries(properties)) {
      const { [field]: _, ...others } = properties;
      if (!required.includes(field)) yield { ...schema, properties: others };
      for (const variant of variantsOf(schemaOf(part))) {
        const fields = { ...properties, [field]: variant };
        yield { ...schema, properties: fields, required: [...new Set([...required, field])] };
      }
    }
  } else {
    yield schema;
  }
}
