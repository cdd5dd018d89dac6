import { useEffect, useState } from 'react';
import { log } from '../logging/log.ts';
import type { Invitation, InvitationSource } from './invitation-source.ts';

/** The invitations of a user, one after the other. */
export interface Invitations {
  readonly isLoading: boolean;
  /** The one that is asked about; absent: none is open, or they are not loaded. */
  readonly invitation: Invitation | undefined;
  readonly isAnswering: boolean;
  /** The last answer could not be given. */
  readonly hasFailed: boolean;
  answer(isAccepted: boolean): Promise<void>;
  /** Leaves the one that is asked about for another time. */
  skip(): void;
}

/**
 * @param source Where they come from.
 * @param isWanted Whether they are to be loaded now.
 * @param onAnswered The one that was asked about is answered, or left.
 */
export function useInvitations(
  source: InvitationSource,
  subject: string,
  isWanted: boolean,
  onAnswered: (isLast: boolean) => Promise<void> | void,
): Invitations {
  const [loaded, setOpen] = useState<readonly Invitation[]>();
  const [isAnswering, setAnswering] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    source.load(subject).then(
      (invitations) => !isGone && setOpen(invitations),
      (error: unknown) => {
        log('warning', 'Could not load the invitations.', error);
        if (!isGone) setOpen([]);
      },
    );
    return () => void (isGone = true);
  }, [isWanted, source, subject]);

  const open = loaded ?? [];
  const [invitation] = open;
  async function next(): Promise<void> {
    setFailed(false);
    await onAnswered(open.length === 1);
    setOpen(open.slice(1));
  }
  return {
    isLoading: loaded === undefined,
    invitation,
    isAnswering,
    hasFailed,
    skip: () => void next(),
    async answer(isAccepted) {
      if (!invitation || isAnswering) return;
      setAnswering(true);
      try {
        await source.answer(subject, invitation, isAccepted);
        // An answer may be given once more, where what follows has failed.
        await next();
      } catch (error) {
        log('error', 'Could not answer an invitation.', error);
        setFailed(true);
      } finally {
        setAnswering(false);
      }
    },
  };
}
