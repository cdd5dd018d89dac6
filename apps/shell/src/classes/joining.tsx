import { Fragment, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { rejection } from '../auth/sign-out.ts';
import { forgetJoinCode, keptJoinCode } from '../session/kept-join-code.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { UserSession } from '../session/user-session.ts';
import type { ClassEntry, ClassesSource, OwnMembership } from './classes-source.ts';
import { faultOf } from './faults.ts';
import { JoinClass } from './join-class.tsx';
import { joinedText } from './joined-text.ts';
import { Outcome } from './outcome.tsx';
import { retrySeat } from './retry-seat.ts';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';
import { useLook, useWatch } from './use-watch.ts';

interface JoiningProps {
  readonly source: ClassesSource;
  /** True once any licence opens the publication. */
  readonly isLicensed: (signal: AbortSignal) => Promise<boolean>;
  readonly user: UserSession['user'];
  /** Of the publication. */
  readonly title: string;
  readonly control: Pick<SessionControl, 'retrySeat' | 'signOut'>;
  /** Button that looks for the licence again. */
  readonly children: ReactNode;
}

const isAccepted = ({ state }: OwnMembership): boolean => state === 'accepted';
const isAskedFor = ({ state }: OwnMembership): boolean => state === 'requested';
const isInvitation = ({ state }: OwnMembership): boolean => state === 'invited';

/** Joins a class by the code that is kept, and waits for its teacher, and for its licence. */
export function Joining({ source, isLicensed, user, title, control, children }: JoiningProps) {
  const texts = useTexts();
  const [code] = useState(keptJoinCode);
  /** All classes of the user; absent: not known yet. */
  const [entries, setEntries] = useState<readonly OwnMembership[]>();
  /** The class that the page speaks of. */
  const [joined, setJoined] = useState<OwnMembership>();
  const [isGone, setGone] = useState(false);
  /** The last look for the licence of a class that is joined. */
  const [look, setLook] = useState<'under way' | 'failed' | 'without licence'>();
  const withdrawing = useAction();

  /** A code that opens no class is put right on the login page. */
  async function join(typed: string): Promise<ClassEntry> {
    try {
      const entry = await source.join(typed);
      // The service knows the request; the next person here does not.
      forgetJoinCode();
      return entry;
    } catch (error) {
      if (faultOf(error) === 'codeUnknown') {
        forgetJoinCode();
        void control.signOut(rejection({ kind: 'unknown', code: typed }));
      }
      throw error;
    }
  }
  const enter = useCallback(
    async (entry: OwnMembership): Promise<void> => {
      setGone(false);
      setJoined(entry);
      setLook('under way');
      setLook((await retrySeat(control)) ? 'without licence' : 'failed');
    },
    [control],
  );
  /** Goes on without a request: a class of the user's may still get its licence, or another way has brought one. */
  const waitInClass = useCallback(
    async (found: readonly OwnMembership[] | undefined): Promise<void> => {
      const accepted = found?.find(isAccepted);
      if (accepted) return enter(accepted);
      setJoined(undefined);
      setLook((await retrySeat(control)) ? undefined : 'failed');
    },
    [enter, control],
  );
  /** Leaves the page to an invitation, which needs no teacher's answer any more; absent: to be asked again. */
  const findMemberships = useCallback(
    async (signal: AbortSignal): Promise<readonly OwnMembership[] | undefined> => {
      const found = await source.memberships(signal);
      if (!signal.aborted && found.some(isInvitation) && !(await retrySeat(control))) return;
      return signal.aborted ? undefined : found;
    },
    [source, control],
  );
  /** Of an earlier sign-in. */
  const findRequest = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      if (entries || code !== undefined) return;
      const found = await findMemberships(signal);
      if (!found) return;
      setEntries(found);
      const asked = found.find(isAskedFor);
      if (asked) setJoined(asked);
      else await waitInClass(found);
    },
    [entries, code, findMemberships, waitInClass],
  );
  useLook(findRequest, { isAtOnce: true });
  /** A teacher has answered, or something else in a class has changed. */
  const lookAgain = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      const found = await findMemberships(signal);
      if (!found) return;
      setEntries(found);
      const asked = new Set(entries?.filter(isAskedFor).map(({ groupId }) => groupId));
      const accepted = found.find((entry) => isAccepted(entry) && asked.has(entry.groupId));
      if (accepted) return enter(accepted);
      const next =
        found.find(({ groupId }) => groupId === joined?.groupId) ?? found.find(isAskedFor);
      if (!next && joined && isAccepted(joined)) return waitInClass(found);
      setJoined(next);
      if (next) setGone(false);
      else if (joined) setGone(true);
    },
    [findMemberships, entries, joined, enter, waitInClass],
  );
  useWatch(source, entries, lookAgain);
  const isWaiting = entries?.some(isAccepted) && look !== 'under way';
  /** No class is known to wait for, and no service can say whether that is so. */
  const isAway = !joined && !isGone && look === 'failed';
  const lookForLicense = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      if (isAway) return waitInClass(entries);
      if (!isWaiting) return;
      if (!(await isLicensed(signal))) setLook('without licence');
      else if (!signal.aborted) await retrySeat(control);
    },
    [isAway, isWaiting, entries, waitInClass, isLicensed, control],
  );
  useLook(lookForLicense);

  /** Without a request the login page takes other codes. */
  async function withdraw(entry: OwnMembership): Promise<void> {
    const { groupId } = entry;
    if (withdrawing.isBusy) return;
    let isWithdrawn = false;
    const tryToWithdraw = async () => {
      try {
        isWithdrawn = await source.withdraw(groupId);
      } catch (error) {
        // An invitation may stand in its place.
        if (faultOf(error) === 'membershipChanged') void retrySeat(control);
        throw error;
      }
    };
    if (!(await withdrawing.run(tryToWithdraw))) return;
    if (!isWithdrawn) return enter({ ...entry, state: 'accepted' });
    const others = entries?.filter((entry) => entry.groupId !== groupId);
    setEntries(others);
    const asked = others?.find(isAskedFor);
    if (!asked) return waitInClass(others);
    setJoined(asked);
    await retrySeat(control);
  }

  const name = [user.given_name, user.family_name].filter(Boolean).join(' ');
  return (
    <>
      {(joined || isGone || isAway) && (
        <Said>
          <span>
            {joined ? joinedText(texts, joined) : isGone ? texts.pupil.refused : texts.failed}
          </span>{' '}
          {joined?.state === 'requested' && <span>{texts.pupil.goesOn}</span>}
          {joined?.state === 'accepted' && look === 'without licence' && (
            <span>{`${texts.noLicense(title)} ${texts.pupil.goesOnWithLicense}`}</span>
          )}
        </Said>
      )}
      {!joined && code !== undefined && (
        <JoinClass
          source={{ join }}
          code={code}
          name={name}
          onJoined={(entry) => {
            setEntries([entry]);
            void enter(entry);
          }}
        />
      )}
      {/* What it says of an earlier try is over with that. */}
      {(joined ?? code === undefined) && <Fragment key={joined?.state}>{children}</Fragment>}
      {joined?.state === 'requested' && (
        <>
          <button
            className="classes-plain"
            type="button"
            aria-disabled={withdrawing.isBusy}
            onClick={() => void withdraw(joined)}
          >
            {texts.pupil.withdraw}
          </button>
          <Outcome action={withdrawing} />
        </>
      )}
    </>
  );
}

/** The words that have come in place of a pressed button. They take its focus, and say what changes. */
function Said({ children }: { readonly children: ReactNode }) {
  const about = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) about.current?.focus();
  });
  return (
    <output ref={about} className="classes-done" tabIndex={-1}>
      {children}
    </output>
  );
}
