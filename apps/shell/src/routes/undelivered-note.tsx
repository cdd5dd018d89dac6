import { useEffect, useState } from 'react';
import { hasUndelivered } from '../outbox/disk/has-undelivered.ts';
import { forgetsUnusedPages } from '../storage/persistence.ts';
import { texts } from '../texts/texts.ts';

/** Says that work waits on this device, whosever it is: nothing of it can be read here. */
export function UndeliveredNote() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // Without storage there is nothing that waits.
    hasUndelivered().then(setThere, () => {});
  }, []);
  if (!isThere) return null;
  return (
    <p className="login-note">
      {texts.undeliveredHere} {forgetsUnusedPages() && <span>{texts.forgottenUnused}</span>}
    </p>
  );
}
