import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../src/index.ts';

/** Fields that people type, or read off and type: compared, searched and kept in NFC wherever they stand. */
const typedFields = new Set([
  'given_name',
  'family_name',
  'display_name',
  'email',
  'identity_group',
  'mandant_group',
  'note',
  'batch_identifier',
  'mandant_identifier',
  'mandant_identifiers',
  'mandant_groups',
  'product_reference',
  'product_references',
  'article_number',
  'article_numbers',
  'customer_id',
  'order_system_identifier',
  'license_order_identifier',
  'term',
  'quicksearch',
]);

/** Fields whose name others have, too: content, what pupils write, and records of others stay as they come. */
const typedInService = new Set(['aua group', 'aua title', 'gres name', 'gms name', 'lima title']);

test('every field that people type takes both forms of a letter for one', () => {
  const seen = new Map<string, unknown>();
  for (const [service, calls] of Object.entries(contract)) {
    for (const [call, { body, query }] of Object.entries(calls as Record<string, Bodies>)) {
      for (const [field, schema] of fieldsOf([body, query])) {
        if (typedFields.has(field) || typedInService.has(`${service} ${field}`))
          seen.set(`${service} ${call} ${field}`, formOf(schema));
      }
    }
  }
  const found = (key: string) => [...seen.keys()].some((one) => `${one} `.includes(` ${key} `));
  expect([...typedFields].filter((field) => !found(field))).toEqual([]);
  expect([...seen].filter(([, form]) => form !== 'müller@schule.example')).toEqual([]);
});

interface Bodies {
  readonly body?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
}

/** Result of a field for decomposed letters; of a list its entries. */
function formOf(schema: z.ZodMiniType): unknown {
  const decomposed = 'mu\u0308ller@schule.example';
  const one = z.safeParse(schema, decomposed);
  return one.success ? one.data : [z.safeParse(schema, [decomposed]).data].flat()[0];
}

/** The fields of all objects in a schema. */
function fieldsOf(part: unknown, seen = new Set<unknown>()): [string, z.ZodMiniType][] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  if (part instanceof z.ZodMiniType) {
    const own = part instanceof z.ZodMiniObject ? Object.entries(part.def.shape) : [];
    return [...(own as [string, z.ZodMiniType][]), ...fieldsOf(part.def, seen)];
  }
  return Object.values(part).flatMap((value) => fieldsOf(value, seen));
}
