import { findFreePorts, startPlatform, type DemoAccount } from '@lectern/env';
import { productWithCasts } from '@lectern/env/casts';
import type { Page } from 'playwright-core';
import { findGlewlwyd } from '../../../install/glewlwyd.mjs';
import { signInAtProvider } from '../sign-in-pages.ts';
import type { PlatformAddresses, SharedPlatform } from '../shared-platform.ts';
import { startGlewlwyd } from './glewlwyd.ts';

/** An identity provider that the sign-in journeys run against. */
export interface SignInProvider {
  readonly name: string;
  readonly isInstalled: boolean;
  /** @param accounts Who can sign in there. */
  open(shared: SharedPlatform, accounts: readonly DemoAccount[]): Promise<ProviderScene>;
}

/** A platform whose people sign in at the provider. */
export interface ProviderScene extends AsyncDisposable {
  readonly platform: PlatformAddresses & Pick<SharedPlatform, 'stop' | 'start'>;
  /** Signs somebody in on the pages of the provider. */
  signIn(page: Page, account: DemoAccount): Promise<void>;
  /** Confirms on the provider's page that somebody wants to sign out, where it asks. */
  confirmSignOut(page: Page): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Its error for `prompt=none` where nobody is signed in. */
  readonly silentRefusal: 'login_required' | 'interaction_required';
}

const embedded: SignInProvider = {
  name: 'the embedded provider',
  isInstalled: true,
  open: async (platform) => ({
    platform,
    signIn: signInAtProvider,
    async confirmSignOut() {},
    stop: () => platform.stop('identityProvider'),
    start: () => platform.start('identityProvider'),
    silentRefusal: 'login_required',
    async [Symbol.asyncDispose]() {},
  }),
};

const glewlwyd: SignInProvider = {
  name: 'glewlwyd',
  isInstalled: findGlewlwyd() !== undefined,
  async open({ databaseUrl }, accounts) {
    await using undo = new AsyncDisposableStack();
    const ports = await findFreePorts();
    const { identityProvider: port } = await findFreePorts();
    const servicesClient = { id: 'lectern-services', secret: 'not-a_secret' };
    const provider = undo.use(
      await startGlewlwyd({
        folder: findGlewlwyd()!,
        port,
        shellOrigin: `http://localhost:${ports.shell}`,
        servicesClient,
        accounts,
      }),
    );
    const nothing = async () => {};
    const platform = await startPlatform(
      { ports, issuer: provider.issuer, databaseUrl },
      {
        ...productWithCasts,
        bundles: [],
        seed: nothing,
        servers(context) {
          const { secrets } = context;
          return productWithCasts.servers({
            ...context,
            secrets: { ...secrets, services: servicesClient.secret },
          });
        },
      },
    );
    undo.defer(() => platform.close());
    const made = undo.move();
    return {
      platform,
      async signIn(page, account) {
        // Before it has asked who is signed in, the page forgets what is typed.
        await page.locator('#username').waitFor();
        await page.waitForLoadState('networkidle');
        await signInAtProvider(page, account);
        await pressButton(page, /Weiter$/);
      },
      confirmSignOut: (page) => pressButton(page, /Ausloggen$/),
      stop: provider.stop,
      start: provider.startWithNewKey,
      silentRefusal: 'interaction_required',
      [Symbol.asyncDispose]: () => made.disposeAsync(),
    };
  },
};

/** A picture of its font stands before the name of a button. */
function pressButton(page: Page, name: RegExp): Promise<void> {
  return page.getByRole('button', { name }).click();
}

export const signInProviders: readonly SignInProvider[] = [embedded, glewlwyd];
