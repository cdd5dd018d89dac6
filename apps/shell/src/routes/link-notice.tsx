import { useState, useSyncExternalStore } from 'react';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { dayAndTime } from './moments.ts';
import { Question } from './question.tsx';

interface LinkNoticeProps {
  readonly store: SessionStore;
  readonly control: SessionControl;
  readonly frame: ContentFrame;
  /** Undoes that another account leads to the user. @throws {CallFailed} */
  readonly unlink: (subject: string, from: string) => Promise<void>;
}

/** Says that another account leads to the user, as long as that can be undone: it may be a thief's. */
export function LinkNotice({ store, control, frame, unlink }: LinkNoticeProps) {
  const state = useSignInState(store);
  const isLoaded = useSyncExternalStore(frame.subscribe, () => frame.isLoaded);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [isUndoing, setUndoing] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  if (state.name !== 'signed-in' || !isLoaded) return null;
  const { session } = state;
  const link = session.links?.find(({ from_subject }) => !confirmed.includes(from_subject));
  if (!link) return null;
  const { from_subject, linked_at } = link;

  function confirm(): void {
    setConfirmed([...confirmed, from_subject]);
    setFailed(false);
    frame.window?.focus();
  }
  async function undo(): Promise<void> {
    setUndoing(true);
    try {
      await unlink(session.user.subject, from_subject);
      // Only a new sign-in can say whose session it is from now on.
      await control.signInAnew();
    } catch (error) {
      log('error', 'Could not undo a link.', error);
      // It is over meanwhile, and told no more once the session is loaded anew.
      if ((error as { readonly code?: unknown }).code === 'LINK_UNDO_OVER') await control.refresh();
      else setFailed(true);
    } finally {
      setUndoing(false);
    }
  }
  return (
    <Question
      asked={from_subject}
      title={texts.linkTitle}
      isBusy={isUndoing}
      answers={[
        { text: texts.undoLink, give: () => void undo() },
        { text: texts.confirmLink, give: confirm },
      ]}
    >
      <span>{texts.linked(dayAndTime(Date.parse(linked_at)))}</span>{' '}
      <span>{hasFailed ? texts.linkFailed : texts.linkMeans}</span>
    </Question>
  );
}
