import type { DeepLink } from '@lectern/sdk/protocol';

/**
 * The address of the content frame: the page, the deep link, and `v` with the project's version, so
 * that a new version of a publication is never taken from a cache. An existing query and fragment
 * stay; parameters of ours replace those of the same name.
 */
export function frameLocation(
  page: string,
  version: string,
  parameters: DeepLink & { readonly rejected?: 'true' } = {},
): string {
  const address = new URL(page);
  for (const [name, value] of Object.entries({ ...parameters, v: version }))
    address.searchParams.set(name, value);
  return address.href;
}
