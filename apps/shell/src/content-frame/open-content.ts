import { deepLinkParameters } from '@lectern/sdk/protocol';
import type { ProjectConfiguration } from '../configuration.ts';
import type { ContentFrame } from './content-frame.ts';
import { notedPlace, notePlace, parseDeepLink, saveDeepLink, storedDeepLink } from './deep-link.ts';
import { frameLocation } from './frame-location.ts';

/**
 * Shows the content where the deep link says, or else where the user was in it. A link in the shell's own address is taken out of it,
 * so that a later reload does not lead back there.
 */
export function openContent(frame: ContentFrame, project: ProjectConfiguration): void {
  const link = parseDeepLink(location.search);
  if (link) {
    saveDeepLink(link);
    const address = new URL(location.href);
    for (const name of deepLinkParameters) address.searchParams.delete(name);
    history.replaceState(null, '', address);
  }
  const asked = storedDeepLink();
  // There the user is, until the content says more.
  if (asked) notePlace(asked);
  frame.open(frameLocation(project.location, project.version, asked ?? notedPlace()));
}
