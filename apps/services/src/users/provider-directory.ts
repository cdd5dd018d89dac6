/** A person as a directory knows it. Texts fit the contract; what does not fit is left out. */
export interface DirectoryPerson {
  /** The person at the identity provider: the external id of an identity. */
  readonly external_id: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly email?: string;
  /** Names of the groups there. */
  readonly groups: readonly string[];
}

/** People at one identity provider, users of the platform or not. */
export interface ProviderDirectory {
  readonly identityProviderIdentifier: string;
  /**
   * Finds people by the beginning of a name, e-mail address or user name, or by the whole external id.
   * @throws {DirectoryUnavailable}
   */
  search(
    term: string,
    limit: number,
  ): Promise<{ readonly people: readonly DirectoryPerson[]; readonly truncated: boolean }>;
  /**
   * @returns `undefined` where the directory does not know the external id.
   * @throws {DirectoryUnavailable}
   */
  find(externalId: string): Promise<DirectoryPerson | undefined>;
}

/** By connector id. */
export type ProviderDirectories = ReadonlyMap<string, ProviderDirectory>;

/** A directory did not answer, or not understandably. The message is a sentence for callers. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable';
}
