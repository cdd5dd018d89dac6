import type { DeepLink } from '@lectern/sdk/protocol';

/**
 * The address of the content frame: the page, the deep link, and `v` with the project's version, so
 * that a new version of a publication is never taken from a cache. An existing query and fragment
 * stay as they are written; parameters of ours replace those of the same name.
 */
export function frameLocation(
  page: string,
  version: string,
  parameters: DeepLink & { readonly rejected?: 'true' } = {},
): string {
  const address = new URL(page);
  const ours = new URLSearchParams({ ...parameters, v: version });
  const others = address.search.match(/[^?&]+/g) ?? [];
  address.search = [
    ...others.filter((part) => ![...new URLSearchParams(part)].some(([name]) => ours.has(name))),
    ours,
  ].join('&');
  return address.href;
}
