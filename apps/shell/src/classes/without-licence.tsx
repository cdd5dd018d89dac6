import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { rejection } from '../auth/sign-out.ts';
import { log } from '../logging/log.ts';
import { forgetJoinCode, keptJoinCode } from '../session/kept-join-code.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { UserSession } from '../session/user-session.ts';
import type { ClassesDependencies } from './classes-door.ts';
import { createClassesSource, type ClassEntry, type ClassesSource } from './classes-source.ts';
import { CreateClass } from './create-class.tsx';
import { faultOf } from './faults.ts';
import { JoinClass } from './join-class.tsx';
import { joinedText } from './joined-text.ts';
import { TextsContext, useTexts } from './texts-context.ts';
import type { ClassesTexts } from './texts/de.ts';
import { useLook, useWatch } from './use-watch.ts';
import './classes.css';

export { loadClassesTexts } from './texts/load-texts.ts';

interface PartProps {
  readonly source: ClassesSource;
  readonly user: UserSession['user'];
  /** Of the publication. */
  readonly title: string;
  readonly control: Pick<SessionControl, 'retrySeat' | 'signOut'>;
  /** Button that looks for the licence again. */
  readonly children: ReactNode;
}

interface WithoutLicenceProps
  extends
    Pick<ClassesDependencies, 'api' | 'clientOf' | 'courses' | 'project'>,
    Pick<PartProps, 'control' | 'children'> {
  readonly session: UserSession;
  readonly texts: ClassesTexts;
  /** Else a class is to be made, for the coupon of a teacher. */
  readonly isJoining: boolean;
}

/** A class may bring the licence that a user has not yet. */
export function WithoutLicence({ texts, isJoining, session, ...shell }: WithoutLicenceProps) {
  const [source] = useState(() => createClassesSource({ ...shell, session }));
  const Part = isJoining ? Joining : Making;
  const { project, control, children } = shell;
  return (
    <TextsContext value={texts}>
      <div className="classes">
        <Part {...{ source, control, user: session.user, title: project.title }}>{children}</Part>
      </div>
    </TextsContext>
  );
}

function Joining({ source, user, title, control, children }: PartProps) {
  const texts = useTexts();
  const [code] = useState(keptJoinCode);
  const [joined, setJoined] = useState<ClassEntry>();
  /** Whether the user has asked before. */
  const [isKnown, setKnown] = useState(code !== undefined);
  const [hasLooked, setLooked] = useState(false);
  const [isGone, setGone] = useState(false);

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
    async (entry: ClassEntry): Promise<void> => {
      setGone(false);
      setLooked(false);
      setJoined(entry);
      await retrySeat(control);
      setLooked(true);
    },
    [control],
  );
  /** Of an earlier sign-in. */
  const findRequest = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      if (isKnown) return;
      const { entries } = await source.list(signal);
      if (signal.aborted) return;
      setJoined(entries.find(({ state }) => state === 'requested'));
      setKnown(true);
    },
    [isKnown, source],
  );
  useLook(findRequest, { isAtOnce: true });
  const asked = useMemo(() => (joined?.state === 'requested' ? [joined] : undefined), [joined]);
  /** The teacher has answered, or something else in the class has changed. */
  const lookAgain = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      const [entry] = asked ?? [];
      if (!entry) return;
      try {
        const { group, memberships } = await source.inspect(entry.groupId, signal);
        if (signal.aborted) return;
        const own = memberships.find(({ subject }) => subject === user.subject);
        const state = own?.membership_state ?? entry.state;
        const now = { ...entry, state, index: group.transaction_index };
        if (state === 'accepted') await enter(now);
        else setJoined(now);
      } catch (error) {
        if (signal.aborted || faultOf(error) !== 'gone') return;
        setJoined(undefined);
        setGone(true);
      }
    },
    [asked, enter, source, user.subject],
  );
  useWatch(source, asked, lookAgain);

  /** Without a request the login page takes other codes. */
  async function withdraw(entry: ClassEntry): Promise<void> {
    try {
      await source.leave(entry.groupId, 'requested');
      setJoined(undefined);
    } catch (error) {
      if (faultOf(error) === 'alreadyIn') return enter({ ...entry, state: 'accepted' });
      log('error', 'Could not withdraw a request.', error);
    }
    await retrySeat(control);
  }

  const name = [user.given_name, user.family_name].filter(Boolean).join(' ');
  return (
    <>
      {(joined ?? isGone) && (
        <Said>
          <span>{joined ? joinedText(texts, joined) : texts.pupil.refused}</span>{' '}
          {joined?.state === 'requested' && <span>{texts.pupil.goesOn}</span>}
          {joined?.state === 'accepted' && hasLooked && <span>{texts.noLicense(title)}</span>}
        </Said>
      )}
      {!joined && code !== undefined && (
        <JoinClass
          source={{ join }}
          code={code}
          name={name}
          onJoined={(entry) => void enter(entry)}
        />
      )}
      {(joined ?? code === undefined) && children}
      {joined?.state === 'requested' && (
        <button className="classes-plain" type="button" onClick={() => void withdraw(joined)}>
          {texts.pupil.withdraw}
        </button>
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

/** A coupon for a class is redeemed once its teacher has one. */
function Making({ source, control }: PartProps) {
  return <CreateClass source={source} onCreated={() => void retrySeat(control)} />;
}

/** The class is there, whatever comes of it: a further press looks again. */
async function retrySeat(control: PartProps['control']): Promise<void> {
  try {
    await control.retrySeat();
  } catch (error) {
    log('error', 'Could not look for the licence of a class.', error);
  }
}
