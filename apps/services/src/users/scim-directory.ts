import type { ServiceToken } from '../authorization/service-token.ts';
import { askJson } from '../outgoing/ask-json.ts';
import { NoUsableAnswer } from '../outgoing/client.ts';
import type { DirectoryOptions } from './directory-options.ts';
import {
  DirectoryUnavailable,
  type DirectoryPerson,
  type ProviderDirectory,
} from './provider-directory.ts';
import { personOf, readScimUsers, type ScimAttribute, type ScimUsers } from './scim-users.ts';

/** Somebody waits for the answer. */
const defaultTimeoutInMs = 5_000;
const sizeMaximumInBytes = 1024 * 1024;
/** Attributes asked for of each person (RFC 7644, section 3.9); `id` always comes. */
const attributes = 'userName,externalId,name,emails,groups';

/**
 * A directory that is asked by SCIM 2.0 (RFC 7644, section 3.4.2: `GET /Users?filter=…`), in the
 * services' own name.
 *
 * @param onUnusable Is told of attributes of users that cannot be used.
 */
export function createScimDirectory(
  options: DirectoryOptions,
  serviceToken: ServiceToken,
  onUnusable: (attribute: ScimAttribute) => void,
): ProviderDirectory {
  const { identityProviderIdentifier, externalIdAttribute = 'id' } = options;
  const usersAddress = `${options.address.replace(/\/+$/, '')}/Users`;

  const unavailable = (fault: string, cause?: unknown) =>
    new DirectoryUnavailable(`The directory of ${identityProviderIdentifier} ${fault}.`, { cause });

  const ask = async (filter: string, count: number): Promise<ScimUsers> => {
    const query = { filter, count: String(count), attributes };
    // Not as a form: whether `+` is a space is left open by a SCIM address.
    const search = Object.entries(query).map(
      ([key, value]) => `${key}=${encodeURIComponent(value)}`,
    );
    const token = await serviceToken.get();
    const request = new Request(`${usersAddress}?${search.join('&')}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/scim+json' },
    });
    let answer: unknown;
    try {
      answer = await askJson(request, {
        timeoutInMs: options.timeoutInMs ?? defaultTimeoutInMs,
        sizeMaximumInBytes,
      });
    } catch (error) {
      if (!(error instanceof NoUsableAnswer)) throw error;
      if (error.status === 401) serviceToken.forget(token);
      throw unavailable(error.message, error);
    }
    const users = readScimUsers(answer);
    if (!users) throw unavailable('did not answer with a SCIM list of users');
    return users;
  };

  const people = ({ users }: ScimUsers): DirectoryPerson[] =>
    users
      .map((user) => personOf(user, externalIdAttribute, onUnusable))
      .filter((person) => person !== undefined);

  return {
    identityProviderIdentifier,

    async search(term, limit) {
      const answer = await ask(searchFilter(term, externalIdAttribute), limit + 1);
      const all = people(answer);
      return {
        people: all.slice(0, limit),
        truncated: all.length > limit || answer.totalResults > answer.users.length,
      };
    },

    async find(externalId) {
      // Two, to see a directory that does not filter, and answers with anybody.
      const candidates = people(await ask(`${externalIdAttribute} eq ${literal(externalId)}`, 2));
      const person = candidates.find(({ external_id }) => external_id === externalId);
      if (!person && candidates.length > 0) throw unavailable('answered with somebody else');
      return person;
    },
  };
}

function searchFilter(term: string, externalIdAttribute: string): string {
  const value = literal(term);
  return [
    `userName sw ${value}`,
    `name.givenName sw ${value}`,
    `name.familyName sw ${value}`,
    `emails.value sw ${value}`,
    `${externalIdAttribute} eq ${value}`,
  ].join(' or ');
}

/** A value in a filter is a JSON string (RFC 7644, section 3.4.2.2): nothing in it ends it. */
function literal(text: string): string {
  return JSON.stringify(text);
}
