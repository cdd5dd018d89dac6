import type { Provider } from '../auth/provider.ts';
import type { TokenKeeper } from '../auth/token-keeper.ts';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { SessionStore } from './session-store.ts';

interface Watched {
  readonly signIn: Configuration['signIn'];
  readonly provider: Provider;
  readonly tokens: Pick<TokenKeeper, 'held' | 'confirm'>;
  readonly store: SessionStore;
  readonly frame: Pick<ContentFrame, 'isLoaded' | 'subscribe'>;
}

/**
 * Asks, as long as somebody is signed in, whether they still are at the identity provider, and has the
 * tokens confirmed when that has changed: whoever has signed out there, or is somebody else by now, is
 * signed out here, too. Begins after the content has loaded, with code of its own; only where the provider
 * offers it and has named its session.
 */
export function watchProviderSession({ signIn, provider, tokens, store, frame }: Watched): void {
  let stop: (() => void) | undefined;

  function update(): void {
    if (!store.session) {
      stop?.();
      stop = undefined;
    } else if (!stop && frame.isLoaded && signIn.silentRedirect && tokens.held?.session_state) {
      const ended = new AbortController();
      const end = () => ended.abort();
      stop = end;
      start(ended.signal).catch((error: unknown) => {
        log('warning', 'Could not watch the session of the provider.', error);
        // The next change tries again, unless a later session has begun since.
        if (stop === end) stop = undefined;
      });
    }
  }

  async function start(ended: AbortSignal): Promise<void> {
    const metadata = (await provider.discovered()).serverMetadata();
    const address = metadata['check_session_iframe'];
    // Another origin than the provider's own the page's content policy lets nobody frame.
    if (typeof address !== 'string' || !isOfAuthority(address)) return;
    const { startSessionCheck } = await import('../auth/session-check.ts');
    if (ended.aborted) return;
    const stopCheck = startSessionCheck({
      frameAddress: new URL(address),
      clientId: signIn.clientId,
      sessionState: () => tokens.held?.session_state,
      onChanged: () => tokens.confirm(),
    });
    ended.addEventListener('abort', stopCheck);
  }

  function isOfAuthority(address: string): boolean {
    return URL.parse(address)?.origin === new URL(signIn.authority).origin;
  }

  store.subscribe(update);
  frame.subscribe(update);
  update();
}
