import { useState } from 'react';
import { useShell } from '../shell-context.ts';
import { texts } from '../texts/texts.ts';

/** The quiet way back to the consent dialog, at the foot of a page. */
export function CookieSettings() {
  const { consent } = useShell();
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
