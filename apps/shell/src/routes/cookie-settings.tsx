import { useState } from 'react';
import type { ConsentDoor } from '../consent/consent-door.ts';
import { texts } from '../texts/texts.ts';

/** The quiet way back to the consent dialog, at the foot of a page. */
export function CookieSettings({ consent }: { readonly consent: ConsentDoor }) {
  const [hasFailed, setFailed] = useState(false);

  async function open(): Promise<void> {
    setFailed(false);
    try {
      await consent.openSettings();
    } catch {
      // The log has the reason.
      setFailed(true);
    }
  }

  return (
    <footer className="login-foot">
      <button type="button" aria-haspopup="dialog" onClick={() => void open()}>
        {texts.cookieSettings}
      </button>
      {hasFailed && <p role="alert">{texts.cookieSettingsUnavailable}</p>}
    </footer>
  );
}
