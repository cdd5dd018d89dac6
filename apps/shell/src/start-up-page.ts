// A start may fail before the start script has loaded it.
import './fallback.ts';
import { isConfigurationError, type ConfigurationError } from './configuration-fields.ts';
import { loadTexts, texts } from './texts/texts.ts';

/**
 * Puts a page that says why nothing could start in place of everything else, in the language that the
 * document has so far.
 *
 * @param message The log's words.
 * @throws {TypeError} when its texts cannot be loaded.
 */
export async function showStartUpFailure(message: string, error: unknown): Promise<void> {
  await loadTexts(document.documentElement.lang);

  const title = document.createElement('h1');
  title.textContent = texts.startUpFailed;
  const reason = document.createElement('p');
  reason.textContent = reasonText(error);
  const detail = document.createElement('p');
  detail.className = 'notice-detail';
  detail.textContent = texts.technicalDetail(`${message} (${detailText(error)})`);
  const retry = document.createElement('button');
  retry.textContent = texts.retry;
  retry.className = 'button';
  retry.addEventListener('click', () => location.reload());

  const alert = document.createElement('div');
  // Read out at once: what was there before is gone, and with it whatever had the focus.
  alert.setAttribute('role', 'alert');
  alert.append(title, reason);
  const notice = document.createElement('main');
  notice.className = 'notice';
  notice.append(alert, retry, detail);
  document.body.replaceChildren(notice);
}

function reasonText(error: unknown): string {
  if (isUnreachable(error)) return texts.configurationUnreachable;
  if (!isConfigurationError(error)) return texts.applicationUnreachable;
  return `${faultText(error)} ${texts.operatorHelps}`;
}

function faultText(error: ConfigurationError): string {
  switch (error.kind) {
    case 'content-on-own-origin':
      return texts.contentOriginIsOwn;
    case 'insecure':
      return texts.addressInsecure(error.field);
    case 'no-object':
      return texts.configurationNoObject;
    case 'missing':
      return texts.configurationMissing(error.field);
    case 'invalid':
      return texts.configurationInvalid(error.field);
  }
}

/** Texts of our own only: those of other errors may quote what was loaded. */
function detailText(error: unknown): string {
  if (isConfigurationError(error) || isUnreachable(error)) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

/** By its name, because the start script has a class of its own. */
function isUnreachable(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ConfigurationUnreachable';
}
