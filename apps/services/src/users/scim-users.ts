import { identifier, text } from '@lectern/contracts/calls/scalars';
import * as z from 'zod/mini';
import type { DirectoryPerson } from './provider-directory.ts';
import { usableGroups } from './user-info.ts';

/** Section 2.5 of RFC 7643: without a value is what is absent, null or an empty list. */
const optionalText = z.nullish(z.string());

/** What is read of a user (RFC 7643, section 4.1). */
const scimUser = z.object({
  id: z.string(),
  externalId: optionalText,
  name: z.nullish(z.object({ givenName: optionalText, familyName: optionalText })),
  emails: z.nullish(z.array(z.object({ value: optionalText, primary: z.nullish(z.boolean()) }))),
  groups: z.nullish(z.array(z.object({ value: optionalText, display: optionalText }))),
});
type ScimUser = z.infer<typeof scimUser>;

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** RFC 7644, section 3.4.2. */
const listResponse = z.object({
  schemas: z.array(z.string()).check(z.refine((names) => names.includes(listSchema))),
  totalResults: z.int().check(z.gte(0)),
  Resources: z.nullish(z.array(scimUser)),
});

/** A page of users. */
export interface ScimUsers {
  /** How many there are in all. */
  readonly totalResults: number;
  readonly users: readonly ScimUser[];
}

/** Which attribute of a person is the external id of the identity here. */
export type ExternalIdAttribute = 'id' | 'externalId';

/** @returns `undefined` for what is no list of users. */
export function readScimUsers(answer: unknown): ScimUsers | undefined {
  const { success, data } = z.safeParse(listResponse, answer);
  // Without results the list may be missing.
  return success ? { totalResults: data.totalResults, users: data.Resources ?? [] } : undefined;
}

const fits = {
  externalId: identifier(''),
  name: text(255, ''),
  email: text(320, ''),
};

/** @returns `undefined` for a person whom no external id can name. */
export function personOf(
  user: ScimUser,
  externalIdAttribute: ExternalIdAttribute,
): DirectoryPerson | undefined {
  const external_id = fitting(fits.externalId, user[externalIdAttribute]);
  if (external_id === undefined) return undefined;
  const { emails, groups, name } = user;
  const given_name = fitting(fits.name, name?.givenName);
  const family_name = fitting(fits.name, name?.familyName);
  const primary = emails?.find((one) => one.primary === true) ?? emails?.[0];
  const email = fitting(fits.email, primary?.value);
  return {
    external_id,
    ...(given_name !== undefined && { given_name }),
    ...(family_name !== undefined && { family_name }),
    ...(email !== undefined && { email }),
    // The name of a group; its `value` is a key within the directory.
    groups: usableGroups(groups?.map(({ display, value }) => display || value) ?? []),
  };
}

function fitting(schema: z.ZodMiniType<string>, value: unknown): string | undefined {
  const { success, data } = z.safeParse(schema, value);
  // PostgreSQL takes neither NUL nor half a surrogate pair.
  return success && !data.includes('\0') && data.isWellFormed() ? data : undefined;
}
