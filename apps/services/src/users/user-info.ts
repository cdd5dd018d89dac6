import type { Identity, User } from '@lectern/contracts';
import { withFewMarks } from '@lectern/contracts/calls/groups/membership';
import { defaultConnectorId } from '@lectern/contracts/calls/orders/order-system';
import { standardClaims, type ClaimField } from '../authorization/claim-mapping.ts';
import type { IdentityProvider } from '../authorization/identity-provider.ts';
import type { Claims } from '../authorization/active-token.ts';
import { entriesOf, isElsewhere, namesIn, textOf, valuesAt } from './claim-values.ts';

const longestName = 255;
const longestEmail = 320;
const longestLocale = 35;

/** An identity as its provider tells it. */
export interface ClaimedIdentity extends Omit<Identity, 'groups'> {
  /** Absent: nothing was said of them, and those that are known stay. */
  readonly groups: string[] | undefined;
}

/** Facts of a user, and of the identity that the user comes with, by claims. */
export interface UserInfo {
  readonly user: User;
  /** Absent where the claims say nothing about it, or nothing that is believed. */
  readonly identity: ClaimedIdentity | undefined;
  /** Fields whose claims have a form that cannot be used: an object, a group whose name is too long. */
  readonly unusable: readonly ClaimField[];
}

/** Claims of a provider about the owner of a token. */
export interface ClaimSources {
  /** User information; absent where the provider has none, or refuses it. */
  readonly userInfo: Claims | undefined;
  /** The verified claims of the token. */
  readonly token: Claims;
}

/**
 * Connector ids that a provider is believed about. External ids are unique within their connector only,
 * and issuers may give the same ones: a further provider speaks for what it was given.
 *
 * @returns `undefined`: any.
 */
export function believedConnectorIds(
  provider: IdentityProvider,
  [primary]: readonly IdentityProvider[],
): readonly string[] | undefined {
  return provider === primary ? provider.connectorIds : (provider.connectorIds ?? []);
}

/**
 * Reads a user and an identity: each field from the user information, or else from the token. What is missing is left
 * out. User information has all claims of a user: without any word about an identity provider the user comes from the
 * default one then, and without any word of groups has none. The claims of a token may be silent about everything but
 * the subject.
 *
 * @param connectorIds Those whose identities are believed, a single one being the default; absent: all.
 */
export function readUserInfo(
  { userInfo, token }: ClaimSources,
  subject: string,
  { claims }: Pick<IdentityProvider, 'claims'>,
  connectorIds?: readonly string[],
): UserInfo {
  const sources = userInfo ? [userInfo, token] : [token];
  const unusable = new Set<ClaimField>();
  const placesOf = (field: ClaimField) => [claims?.[field] ?? standardClaims[field]].flat();
  /** The first text of a field that passes, where there is one. */
  const text = (field: ClaimField, passes = (_text: string) => true): string | undefined => {
    for (const place of placesOf(field)) {
      for (const source of sources) {
        const values = valuesAt(source, place).flatMap(entriesOf);
        const usable = values.map(textOf).find((value) => value !== undefined && passes(value));
        if (usable !== undefined) return usable;
        if (values.some((value) => value !== '')) unusable.add(field);
      }
    }
    return undefined;
  };
  const cut = (field: ClaimField, longest: number) =>
    text(field)?.normalize('NFC').slice(0, longest).toWellFormed();
  // Some providers let users choose it.
  const name = (field: 'given_name' | 'family_name') => withFewMarks(cut(field, longestName) ?? '');
  const given_name = name('given_name');
  const family_name = name('family_name');
  const email = cut('email', longestEmail);
  const locale = cut('locale', longestLocale);
  const user: User = {
    subject,
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    ...(email && { email }),
    ...(locale && { locale }),
  };
  const named = text('identity_provider', isIdentifier);
  const connectorId = named ?? (userInfo && defaultOf(connectorIds));
  const isBelieved = connectorId && (!connectorIds || connectorIds.includes(connectorId));
  const identity = isBelieved
    ? {
        identity_provider_identifier: connectorId,
        external_id: text('external_id', isIdentifier) ?? subject,
        groups: readGroups(sources, placesOf('groups'), userInfo !== undefined, () =>
          unusable.add('groups'),
        ),
      }
    : undefined;
  return { user, identity, unusable: [...unusable] };
}

/**
 * The groups of all places: each from the first source that has something there, be it nothing but an empty list.
 *
 * @param isComplete Whether a claim that is absent says that there are none.
 * @returns `undefined` where nothing is said of some.
 */
function readGroups(
  sources: readonly Claims[],
  places: readonly string[],
  isComplete: boolean,
  onUnusable: () => void,
): string[] | undefined {
  if (places.some((place) => sources.some((source) => isElsewhere(source, place))))
    return undefined;
  const listed = places.map((place) =>
    sources.map((source) => valuesAt(source, place)).find((values) => values.length > 0),
  );
  if (!isComplete && listed.every((values) => values === undefined)) return undefined;
  return usableGroups(
    listed.flatMap((values) => values?.flatMap(namesIn) ?? []),
    onUnusable,
  );
}

/** Names of groups, each once; a name that is too long to be compared is left out: cut, it would be another group's. */
export function usableGroups(names: readonly unknown[], onUnusable = () => {}): string[] {
  const groups = names.filter((name) => name !== '').map((name) => textOf(name)?.normalize('NFC'));
  const usable = groups.filter((group) => group !== undefined && group.length <= longestName);
  if (usable.length < groups.length) onUnusable();
  return [...new Set(usable as string[])];
}

/** Longer names are refused: cut, one would be another person's. */
/** True for a text that can be an external id or a connector id. */
export function isIdentifier(text: string): boolean {
  return Buffer.byteLength(text) <= longestName;
}

/** The connector id of who names none; nothing where several could be meant. */
function defaultOf(connectorIds: readonly string[] | undefined): string | undefined {
  if (!connectorIds) return defaultConnectorId;
  return connectorIds.length === 1 ? connectorIds[0] : undefined;
}
