import type { ServiceToken } from '../authorization/service-token.ts';
import { directoriesOptions, type DirectoryOptions } from './directory-options.ts';
import type { ProviderDirectories } from './provider-directory.ts';
import { createScimDirectory } from './scim-directory.ts';
import type { ScimAttribute } from './scim-users.ts';

/** @throws {z.core.$ZodError} for options of a shape that they do not have. */
export function createDirectories(
  options: readonly DirectoryOptions[],
  serviceToken: ServiceToken,
  onUnusable: (directory: string, attribute: ScimAttribute) => void,
): ProviderDirectories {
  const checked = directoriesOptions.parse(options);
  return new Map(
    checked.map((directory) => {
      const { identityProviderIdentifier: id } = directory;
      return [id, createScimDirectory(directory, serviceToken, (field) => onUnusable(id, field))];
    }),
  );
}
