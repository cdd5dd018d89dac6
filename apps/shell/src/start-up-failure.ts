import { ConfigurationError } from './configuration-fields.ts';
import { log } from './logging/log.ts';
import { startUpTexts as texts } from './start-up-texts.ts';

/** The configuration document could not be loaded, or is no JSON; the message says what came instead. */
export class ConfigurationUnreachable extends Error {
  override readonly name = 'ConfigurationUnreachable';
}

/**
 * Logs why nothing could start, in the words of section 8, and puts a plain page in place of
 * everything: at this point nothing else can be relied on.
 */
export function reportStartUpFailure(error: unknown): void {
  const what =
    error instanceof ConfigurationUnreachable
      ? 'error fetching configuration app'
      : 'error bootstraping app';
  log('error', what, error);

  const title = document.createElement('h1');
  title.textContent = texts.startUpFailed;
  const reason = document.createElement('p');
  reason.textContent = reasonText(error);
  const detail = document.createElement('p');
  detail.className = 'notice-detail';
  detail.textContent = texts.technicalDetail(`${what} (${detailText(error)})`);
  const retry = document.createElement('button');
  retry.textContent = texts.retry;
  retry.className = 'button';
  retry.addEventListener('click', () => location.reload());

  const message = document.createElement('div');
  // Read out at once: what was there before is gone, and with it whatever had the focus.
  message.setAttribute('role', 'alert');
  message.append(title, reason);
  const notice = document.createElement('main');
  notice.className = 'notice';
  notice.append(message, retry, detail);
  document.body.replaceChildren(notice);
}

function reasonText(error: unknown): string {
  if (error instanceof ConfigurationUnreachable) return texts.configurationUnreachable;
  if (!(error instanceof ConfigurationError)) return texts.applicationUnreachable;
  return `${faultText(error)} ${texts.operatorHelps}`;
}

function faultText(error: ConfigurationError): string {
  switch (error.kind) {
    case 'content-on-own-origin':
      return texts.contentOriginIsOwn;
    case 'insecure':
      return texts.addressInsecure(error.field);
    case 'invalid':
      return texts.configurationInvalid(error.field);
  }
}

/** Texts of our own only: those of other errors may quote what was loaded. */
function detailText(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof ConfigurationUnreachable)
    return error.message;
  return error instanceof Error ? error.name : typeof error;
}
