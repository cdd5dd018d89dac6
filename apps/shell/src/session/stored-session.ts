import { flag, list, openObject, optional, text, type Shape } from '@lectern/sdk/shape';
import type { UserSession } from './user-session.ts';

/*
 * The start script looks at no more of a stored session than it needs to open the content. Everything else is
 * checked here, before anything uses it: what is damaged is as if it had not been loaded yet, and comes with the
 * refresh that follows.
 */

// Of its own: a session that the release before has stored has not the members of the next one's licences.
const license = openObject({
  license_code: text(),
  license_strategy: text(),
  license_state: text(),
  mandant_identifier: text(),
  product_reference: text(),
});
const property = openObject({ key: text(), value: text() });
const identity = openObject({ identity_provider_identifier: text(), groups: list(text()) });
const link = openObject({ from_subject: text() });
const name = optional(text());

/** The session with nothing in it that has another shape. */
export function checkedSession(stored: UserSession): UserSession {
  const { deviceID, user, licences, areLicencesMissing, properties, identities, links } = stored;
  return {
    deviceID: valid(text(), deviceID) ?? '',
    user: {
      subject: user.subject,
      given_name: valid(name, user.given_name),
      family_name: valid(name, user.family_name),
    },
    licences: validOf(license, licences),
    ...(areLicencesMissing ? { areLicencesMissing: true } : {}),
    properties: validOf(property, properties),
    identities: validOf(identity, identities),
    ...(links === undefined ? {} : { links: validOf(link, links) }),
    isTeacher: valid(flag, stored.isTeacher) ?? false,
    ...(stored.mayLead === true && { mayLead: true }),
  };
}

function valid<T>(shape: Shape<unknown>, value: T): T | undefined {
  return shape.faultIn(value) === undefined ? value : undefined;
}

function validOf<T>(shape: Shape<unknown>, values: readonly T[]): readonly T[] {
  return Array.isArray(values) ? values.filter((value) => shape.faultIn(value) === undefined) : [];
}
