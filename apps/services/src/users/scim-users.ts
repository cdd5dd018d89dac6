import { identifier, label, text } from '@lectern/contracts/calls/scalars';
import * as z from 'zod/mini';
import { entriesOf, textOf, valuesAt } from './claim-values.ts';
import type { DirectoryPerson } from './provider-directory.ts';
import { usableGroups } from './user-info.ts';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** RFC 7644, section 3.4.2. Users are read one by one: one that is odd hides no other one. */
const listResponse = z.object({
  schemas: z.array(z.string()).check(z.refine((names) => names.includes(listSchema))),
  totalResults: z.int().check(z.gte(0)),
  Resources: z.nullish(z.array(z.unknown())),
});

/** A page of users. */
export interface ScimUsers {
  readonly totalResults: number;
  readonly users: readonly unknown[];
}

/** Which attribute of a person is the external id of the identity here. */
export type ExternalIdAttribute = 'id' | 'externalId';

/** Attributes that are read of a user (RFC 7643, section 4.1); `user` is the whole of it. */
export type ScimAttribute = 'user' | ExternalIdAttribute | 'name' | 'emails' | 'groups';

/** @returns `undefined` for what is no list of users. */
export function readScimUsers(answer: unknown): ScimUsers | undefined {
  const { success, data } = z.safeParse(listResponse, answer);
  // Without results the list may be missing.
  return success ? { totalResults: data.totalResults, users: data.Resources ?? [] } : undefined;
}

const fits = {
  externalId: identifier(''),
  name: label(255, ''),
  email: text(320, ''),
};

/**
 * Reads what can be read of a user: numbers are taken for texts, a value for the list that it should be in, and
 * "True" for `true`.
 *
 * @param onUnusable Is told of attributes that have a value and yet none that can be used.
 * @returns `undefined` for a person whom no external id can name.
 */
export function personOf(
  user: unknown,
  externalIdAttribute: ExternalIdAttribute,
  onUnusable: (attribute: ScimAttribute) => void,
): DirectoryPerson | undefined {
  if (typeof user !== 'object' || user === null || Array.isArray(user)) {
    onUnusable('user');
    return undefined;
  }
  const valuesOf = (place: string, from: unknown = user) => valuesAt({ from }, `/from/${place}`);
  /** The first value that fits. */
  const read = (
    attribute: ScimAttribute,
    schema: z.ZodMiniType<string>,
    values: readonly unknown[],
  ): string | undefined => {
    const entries = values.flatMap(entriesOf).filter((value) => value !== '');
    const texts = entries.map((value) => z.safeParse(schema, textOf(value)));
    const text = texts.find(({ success }) => success)?.data;
    if (entries.length > 0 && text === undefined) onUnusable(attribute);
    return text;
  };

  const external_id = read(externalIdAttribute, fits.externalId, valuesOf(externalIdAttribute));
  if (external_id === undefined) return undefined;
  if (valuesOf('name').some((value) => typeof value !== 'object')) onUnusable('name');
  const given_name = read('name', fits.name, valuesOf('name/givenName'));
  const family_name = read('name', fits.name, valuesOf('name/familyName'));
  const emails = valuesOf('emails').flatMap(entriesOf);
  const primary = emails.find((entry) => valuesOf('primary', entry).some(isTrue));
  const addresses = [...(primary === undefined ? [] : [primary]), ...emails].flatMap(valueOrItself);
  const email = read('emails', fits.email, addresses);
  const groups = valuesOf('groups').flatMap(entriesOf);
  return {
    external_id,
    ...(given_name !== undefined && { given_name }),
    ...(family_name !== undefined && { family_name }),
    ...(email !== undefined && { email }),
    // The name of a group; its `value` is a key within the directory.
    groups: usableGroups(
      groups.flatMap((group) =>
        [...valuesOf('display', group), ...valueOrItself(group)].slice(0, 1),
      ),
      () => onUnusable('groups'),
    ),
  };

  function valueOrItself(entry: unknown): readonly unknown[] {
    return typeof entry === 'object' ? valuesOf('value', entry) : [entry];
  }
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}
