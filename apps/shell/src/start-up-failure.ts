import { ConfigurationUnreachable } from './fetch-configuration.ts';
import { log } from './logging/log.ts';
import { languageOf, offline } from '@lectern/languages';

/**
 * Logs why nothing could start, in the words of section 8, and puts a plain page in place of
 * everything: at this point nothing else can be relied on.
 */
export async function reportStartUpFailure(error: unknown): Promise<void> {
  const message =
    error instanceof ConfigurationUnreachable
      ? 'error fetching configuration app'
      : 'error bootstraping app';
  log('error', message, error);
  try {
    const { showStartUpFailure } = await import('./start-up-page.ts');
    await showStartUpFailure(message, error);
  } catch {
    showOffline();
  }
}

function showOffline(): void {
  const [sentence, remedy] = offline[languageOf(document.documentElement.lang) ?? 'de'];
  const message = document.createElement('p');
  // Read out at once: what was there before is gone.
  message.setAttribute('role', 'alert');
  message.textContent = sentence;
  const reload = document.createElement('button');
  reload.textContent = remedy;
  reload.className = 'button';
  reload.addEventListener('click', () => location.reload());
  const notice = document.createElement('main');
  notice.className = 'notice';
  notice.append(message, reload);
  document.body.replaceChildren(notice);
}
