import { getDomain } from 'tldts-icann';
import { webAddress, type Addresses } from './addresses.ts';

/**
 * Which of content, shell and identity provider share a site (`https://example.org` and its subdomains), where
 * the shell is served over https. Pages of one site set cookies that the others receive: content could plant a
 * session of its own at the provider.
 *
 * @returns what to warn of; `undefined`: nothing
 */
export function sharedSites(
  { project, signIn }: Pick<Addresses, 'project' | 'signIn'>,
  publicUrl: string,
): string | undefined {
  const content = webAddress(project.contentOrigin);
  const ofContent = content && siteOf(content);
  if (!ofContent || !publicUrl.startsWith('https:')) return undefined;
  const others = {
    'the shell': new URL(publicUrl),
    'the identity provider': webAddress(signIn.authority),
  };
  const sharing = Object.entries(others).flatMap(([name, address]) =>
    address && siteOf(address) === ofContent ? [name] : [],
  );
  if (sharing.length === 0) return undefined;
  return `The content (${content.hostname}) shares the site ${ofContent} with ${sharing.join(' and ')}: its pages can set cookies for them. Give it a domain of its own.`;
}

/** Registrable domain, or the whole host where there is none. */
function siteOf({ hostname }: URL): string {
  return getDomain(hostname) ?? hostname;
}
