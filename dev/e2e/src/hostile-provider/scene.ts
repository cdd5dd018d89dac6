import type { Platform } from '@lectern/env';
import type { Browser, BrowserContext, FrameLocator, Page, Request } from 'playwright-core';
import { callWith } from '../access-token.ts';
import { configure } from '../configuration.ts';
import { arrive } from '../learner.ts';
import { subject, type Forgery, type HostileProvider } from './hostile-provider.ts';

/** Access tokens hold five minutes and are renewed a minute before, in milliseconds. */
const untilRenewalInMs = 4 * 60_000 + 1_000;

/** A profile of its own in the browser, at the shell whose identity provider is the hostile one. */
interface Stage {
  readonly browser: Browser;
  readonly page: Page;
  readonly platform: Platform;
  readonly provider: HostileProvider;
  /** Requests of all pages of the context. */
  readonly requests: SentRequest[];
  /** Lines of the pages in the console. */
  readonly written: readonly string[];
}

interface SentRequest {
  readonly address: URL;
  /** Its bearer, if any. */
  readonly bearer: string | undefined;
  /** True for a page of its own, not a part of one. */
  readonly isPage: boolean;
}

export async function openScene(
  browser: Browser,
  platform: Platform,
  provider: HostileProvider,
): Promise<Scene> {
  provider.reset();
  const context = await openProfile(browser, platform);
  const requests: SentRequest[] = [];
  const written: string[] = [];
  context.on('request', (request) =>
    requests.push({
      address: new URL(request.url()),
      bearer: /^Bearer (.+)$/i.exec(request.headers()['authorization'] ?? '')?.[1],
      isPage: request.isNavigationRequest() && isOfTopWindow(request),
    }),
  );
  context.on('console', (message) => written.push(message.text()));
  const { page } = await arrive(context, platform);
  return new Scene({ browser, page, platform, provider, requests, written });
}

/** A profile in which the shell signs in by itself: where a refusal led back to the provider, this would go on for ever. */
export async function openProfile(browser: Browser, { shell }: Platform): Promise<BrowserContext> {
  const context = await browser.newContext();
  await configure(context, shell, ({ signIn, ...rest }) => ({
    ...rest,
    signIn: { ...signIn, autoLogin: true },
  }));
  return context;
}

function isOfTopWindow(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // A window that is just being opened.
    return true;
  }
}

/** A tab at the shell whose identity provider is the hostile one, and all that came of it. */
export class Scene implements Stage {
  readonly browser: Browser;
  readonly page: Page;
  readonly platform: Platform;
  readonly provider: HostileProvider;
  readonly requests: SentRequest[];
  readonly written: readonly string[];
  #writtenBefore = 0;

  constructor({ browser, page, platform, provider, requests, written }: Stage) {
    this.browser = browser;
    this.page = page;
    this.platform = platform;
    this.provider = provider;
    this.requests = requests;
    this.written = written;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** The publication inside the shell's frame. */
  get content(): FrameLocator {
    return this.page.frameLocator('iframe[data-content-frame]');
  }

  /** The same in another tab, be it of another browser. */
  in(page: Page): Scene {
    const { browser, platform, provider, requests, written } = this;
    return new Scene({ browser, page, platform, provider, requests, written });
  }

  /** Opens an address of the shell, which leads to the provider at once without a session. */
  async visit(path = '/'): Promise<void> {
    // The page may leave for the provider before it has loaded.
    await this.page.goto(`${this.platform.shell}${path}`, { waitUntil: 'commit' });
  }

  async contentShown(): Promise<void> {
    await this.content.getByText('Hallo Mia').waitFor();
  }

  /** Begins a sign-in: by the button where a refusal has led to the login page. */
  async begin(): Promise<void> {
    if (this.page.url() !== `${this.platform.shell}/login`) return this.visit();
    await Promise.all([this.page.waitForEvent('domcontentloaded'), this.pressSignIn()]);
  }

  /** Signs in and waits for the content. */
  async signedIn(): Promise<void> {
    await this.visit();
    await this.contentShown();
  }

  /** The same after the session is gone, as in a tab of its own. */
  async signedInAnew(): Promise<void> {
    await this.page.evaluate(() => sessionStorage.clear());
    await this.signedIn();
  }

  /** Signs in on the login page at a provider that does nothing but this from now on. */
  async retried(forgery: Forgery = {}): Promise<void> {
    this.provider.forge(forgery);
    await this.pressSignIn();
    await this.contentShown();
  }

  async pressSignIn(): Promise<void> {
    await this.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  }

  /** Lets time pass until the tokens are renewed. */
  async untilRenewal(): Promise<void> {
    this.provider.advance(untilRenewalInMs);
    await this.page.clock.fastForward(untilRenewalInMs);
  }

  /** Leaves the shell, and counts anew: what the page before still sends is its own. */
  async left(): Promise<void> {
    await this.page.goto('about:blank');
    this.countAnew();
  }

  /** Forgets what was asked for, and what {@link writtenSince} gives. */
  countAnew(): void {
    this.requests.length = 0;
    this.provider.countAnew();
    this.#writtenBefore = this.written.length;
  }

  get writtenSince(): readonly string[] {
    return this.written.slice(this.#writtenBefore);
  }

  /** How often the browser has asked the provider for this path. */
  askedFor(path: string): number {
    return this.provider.requests.filter((request) => request.isOfBrowser && request.path === path)
      .length;
  }

  /** Paths of the services that were called, in order. */
  calls(): string[] {
    return this.requests
      .map(({ address }) => address)
      .filter(({ origin, pathname }) => origin === this.platform.shell && /\/v1\//.test(pathname))
      .map(({ pathname }) => pathname);
  }

  /** All that the browser keeps for anybody, as one text. */
  async kept(): Promise<string> {
    const { context, page } = this;
    const [state, session, address] = await Promise.all([
      context.storageState({ indexedDB: true }),
      page.evaluate(() => Object.entries(sessionStorage)),
      page.evaluate(() => `${location.href} ${JSON.stringify(history.state)}`),
    ]);
    return JSON.stringify([state, session, address]);
  }

  /** How many pages of the shell and the provider were opened: a loop would open many. */
  pages(): number {
    return this.requests.filter(({ isPage }) => isPage).length;
  }

  /** How a service answers a call with this token, as HTTP status. */
  statusWith(token: string | undefined): Promise<number> {
    return callWith(this.platform, `${token}`, subject);
  }
}
