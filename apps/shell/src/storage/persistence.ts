/**
 * Asks the browser to keep what is stored here also where it runs short of room. In the user's gesture, since
 * Firefox asks the user in turn; other browsers decide by themselves. Asks once a page.
 *
 * @returns whether it has asked.
 */
export function askToPersist(): boolean {
  if (!navigator.userActivation?.isActive || !navigator.storage?.persist) return false;
  // A frame of another site's page, or a private window, may be refused it.
  navigator.storage.persist().catch(() => {});
  return true;
}

/**
 * True where the browser deletes what is stored here after seven days of its use without the page, whatever it was
 * asked: WebKit does so, in Safari and in every browser of iPads and iPhones.
 */
export function forgetsUnusedPages(): boolean {
  return navigator.vendor === 'Apple Computer, Inc.';
}
