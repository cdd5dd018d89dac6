import { ConfigurationError } from './configuration.ts';
import { startUpTexts as texts } from './start-up-texts.ts';

/** The configuration document could not be loaded, or is no JSON. */
export class ConfigurationUnreachable extends Error {
  override readonly name = 'ConfigurationUnreachable';
}

/** Puts a plain page in place of everything: at this point nothing else can be relied on. */
export function showStartUpFailure(error: unknown): void {
  const title = document.createElement('h1');
  title.textContent = texts.startUpFailed;
  const reason = document.createElement('p');
  reason.textContent = reasonText(error);
  const retry = document.createElement('button');
  retry.textContent = texts.retry;
  retry.className = 'button';
  retry.addEventListener('click', () => location.reload());

  const notice = document.createElement('main');
  notice.className = 'notice';
  notice.append(title, reason, retry);
  document.body.replaceChildren(notice);
}

function reasonText(error: unknown): string {
  if (error instanceof ConfigurationUnreachable) return texts.configurationUnreachable;
  if (!(error instanceof ConfigurationError)) return texts.applicationUnreachable;
  return error.kind === 'content-on-own-origin'
    ? texts.contentOriginIsOwn
    : texts.configurationInvalid(error.field);
}
