/** The page's one polite live region; it is in the page from the start, as screen readers need. */
const region = document.querySelector('#announcer');

/** Has screen readers say a text once they are done with what they are saying. */
export function announce(text: string): void {
  if (!region) return;
  // The same text twice would not be a change, and so would not be said.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
