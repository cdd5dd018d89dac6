import type { Disposable, Page, Route } from 'playwright-core';

/** Sections of the configuration document that journeys change. */
interface ConfigurationDocument {
  readonly project: object;
  readonly signIn: object;
  readonly licenseDenied: object;
  readonly environment: object;
}

/**
 * Has the shell start with another configuration than the host's, which keeps the headers of its own: on a page, or
 * on all of a browser profile. Where it is configured again, the last time counts.
 */
export async function configure(
  page: Pick<Page, 'addInitScript'>,
  shell: string,
  change: (document: ConfigurationDocument) => object,
): Promise<void> {
  const answer = await fetch(`${shell}/assets/config/config.json`);
  await putIntoPage(page, shell, change((await answer.json()) as ConfigurationDocument));
}

/**
 * Has the shell fetch its configuration document from its address, as from a host that does not put it
 * into the page, and has that request answered like this.
 *
 * @returns what has it answered by the host again.
 */
export async function answerConfiguration(
  page: Page,
  shell: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const address = `${shell}/assets/config/config.json`;
  const script = await putIntoPage(page, shell, undefined);
  await page.route(address, answer);
  return async () => {
    await script.dispose();
    await page.unroute(address);
  };
}

/** In the browser rather than on the way to it: Chromium takes no answer of ours for a local host's. */
function putIntoPage(
  page: Pick<Page, 'addInitScript'>,
  shell: string,
  document: object | undefined,
): Promise<Disposable> {
  const text = document === undefined ? '' : JSON.stringify(document);
  return page.addInitScript(replaceConfiguration, { shell, text });
}

function replaceConfiguration({ shell, text }: { shell: string; text: string }): void {
  if (location.origin !== shell) return;
  new MutationObserver((_changes, observer) => {
    const place = document.querySelector<HTMLMetaElement>('meta[name=configuration]');
    if (!place) return;
    place.content = text;
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
