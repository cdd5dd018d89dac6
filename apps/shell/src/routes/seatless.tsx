import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import type { Api, CreateClient } from '../api.ts';
import type { ContentBefore, SeatObstacle } from '../auth/sign-in-machine.ts';
import type { Configuration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import type { InvitationSource } from '../invitations/invitation-source.ts';
import { InvitationText } from '../invitations/invitation-text.tsx';
import { useInvitations } from '../invitations/use-invitations.ts';
import { useLoaded } from '../progress/use-loaded.ts';
import type { DeviceLimit } from '../session/device-limit.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { isSpokenToAsTeacher } from '../session/user-session.ts';
import { texts } from '../texts/texts.ts';
import { DeviceList } from './device-list.tsx';
import { clockTime } from './moments.ts';
import './login.css';
import './seatless.css';

/** Parts of the shell that the page works with. */
export interface SeatlessPageProps {
  readonly configuration: Pick<Configuration, 'project' | 'courses'>;
  readonly control: SessionControl;
  readonly devices: DeviceLimit;
  readonly invitations: InvitationSource;
  readonly store: SessionStore;
  readonly api: Pick<Api, 'aua' | 'gms' | 'lima'>;
  readonly clientOf: CreateClient;
}

interface SeatlessProps extends SeatlessPageProps {
  readonly obstacle: SeatObstacle;
  /** Content was shown here, and has lost its seat since. */
  readonly contentBefore: ContentBefore;
}

/** A user who is kept from the content by what can be mended on the spot. */
export function Seatless({ obstacle, contentBefore, ...shell }: SeatlessProps) {
  const { control, configuration } = shell;
  const { title, favicon } = configuration.project;
  const { heading, explanation, Remedy, isWide = false } = pages[obstacle];
  const about = useRef<HTMLHeadingElement>(null);
  // The page comes by itself, in place of the loader: screen readers must announce it.
  useEffect(() => about.current?.focus(), []);

  return (
    <main className="login">
      <div className={isWide ? 'login-card login-card-wide' : 'login-card'}>
        <img className="login-mark" src={favicon} alt="" width="56" height="56" />
        <h1>{title}</h1>
        <div className="seatless">
          <h2 ref={about} tabIndex={-1}>
            {heading(contentBefore)}
          </h2>
          <p>{explanation(title, contentBefore)}</p>
        </div>
        <Remedy {...shell} />
        <Button isQuiet onClick={() => void control.signOut({ kind: 'called logout page' })}>
          {texts.signOut}
        </Button>
      </div>
    </main>
  );
}

interface Page {
  readonly heading: (before: ContentBefore) => string;
  readonly explanation: (title: string, before: ContentBefore) => string;
  /** Actions of the user. */
  readonly Remedy: (props: SeatlessPageProps) => React.JSX.Element | null;
  readonly isWide?: boolean;
}

const withWork = (text: string, before: ContentBefore): string =>
  before === 'none' ? text : `${text} ${texts.work[before]}`;

const pages: Readonly<Record<SeatObstacle, Page>> = {
  'used elsewhere': {
    heading: (before) => (before === 'none' ? texts.usedElsewhereTitle : texts.movedElsewhereTitle),
    explanation: (title, before) =>
      before === 'none'
        ? texts.usedElsewhere(title)
        : texts.movedElsewhere(title, texts.work[before]),
    Remedy: ContinueHere,
  },
  'seats taken': {
    heading: () => texts.seatsTakenTitle,
    explanation: (title, before) => texts.seatsTaken(title, texts.work[before]),
    Remedy: AwaitSeat,
  },
  'device limit': {
    heading: () => texts.devicesTitle,
    explanation: (title, before) =>
      (before === 'none' ? texts.devices : texts.deviceLost)(title, texts.work[before]),
    Remedy: DeviceList,
    isWide: true,
  },
  invited: {
    heading: () => texts.invitationTitle,
    explanation: (title, before) => withWork(texts.invitedExplanation(title), before),
    Remedy: Invited,
  },
  joining: {
    heading: () => texts.joiningTitle,
    explanation: (title, before) => withWork(texts.joiningExplanation(title), before),
    Remedy: OfClass,
  },
  'class needed': {
    heading: () => texts.classNeededTitle,
    explanation: (_title, before) => withWork(texts.classNeeded, before),
    Remedy: OfClass,
  },
};

/** Accepting may bring the licence that is missing, and so may a class that the user is in. */
function Invited({ control, invitations: source, store }: SeatlessPageProps) {
  const state = useSignInState(store);
  const subject = 'session' in state ? state.session.user.subject : '';
  const invitations = useInvitations(source, subject, subject !== '', () => control.retrySeat());
  const { isLoading, invitation, isAnswering, answer } = invitations;
  if (isLoading) return null;
  // It was withdrawn meanwhile, or could not be loaded again.
  if (!invitation) return <Retry control={control} />;
  const button = (text: string, isAccepted: boolean) => (
    <Button
      isQuiet={!isAccepted}
      aria-disabled={isAnswering}
      onClick={() => void answer(isAccepted)}
    >
      {text}
    </Button>
  );
  return (
    <>
      <output>
        <InvitationText {...invitations} />
      </output>
      {button(texts.acceptInvitation, true)}
      {button(texts.declineInvitation, false)}
    </>
  );
}

/** Joining a class: the module of classes is imported when this page shows, since few users see it. */
function OfClass({ configuration, control, store, api, clientOf }: SeatlessPageProps) {
  const state = useSignInState(store);
  const session = state.name === 'seatless' ? state.session : undefined;
  const isTeacher = session !== undefined && isSpokenToAsTeacher(session);
  const load = useCallback(async () => {
    const { WithoutLicence, loadClassesTexts } = await import('../classes/without-licence.tsx');
    return { WithoutLicence, classesTexts: await loadClassesTexts(isTeacher) };
  }, [isTeacher]);
  const { value, state: loading, retry } = useLoaded(load);
  if (state.name !== 'seatless') return null;
  if (loading === 'failed') return <Button onClick={retry}>{texts.retry}</Button>;
  if (!value) return null;
  const { WithoutLicence, classesTexts } = value;
  const { session: user, obstacle } = state;
  return (
    <WithoutLicence
      {...{ ...configuration, control, api, clientOf, session: user, texts: classesTexts }}
      isJoining={obstacle === 'joining'}
    >
      <Retry control={control} />
    </WithoutLicence>
  );
}

function ContinueHere({ control }: SeatlessPageProps) {
  return <Attempt text={texts.continueHere} attempt={() => control.continueHere()} />;
}

function AwaitSeat({ control }: SeatlessPageProps) {
  return <Retry control={control} note={texts.stillTaken} />;
}

function Retry({ control, note }: Pick<AttemptProps, 'note'> & { control: SessionControl }) {
  return <Attempt text={texts.retry} attempt={() => control.retrySeat()} note={note} />;
}

interface AttemptProps {
  readonly text: string;
  /** Takes the page away where it succeeds. */
  readonly attempt: () => Promise<void>;
  /** Said after one that was no use, with the time of it. */
  readonly note?: ((time: string) => string) | undefined;
}

function Attempt({ text, attempt, note }: AttemptProps) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [triedAt, setTriedAt] = useState<number>();

  async function tryOnce(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await attempt();
      setTriedAt(Date.now());
    } catch (error) {
      log('error', 'Could not go on to the content.', error);
      setTriedAt(undefined);
      setFailed(true);
    }
    setBusy(false);
  }

  return (
    <>
      {hasFailed && (
        <p className="seatless-fault" role="alert">
          {texts.notContinued}
        </p>
      )}
      <output className="login-note">
        {triedAt !== undefined && !isBusy && note?.(clockTime(triedAt))}
      </output>
      <Button aria-disabled={isBusy} onClick={() => void tryOnce()}>
        {text}
      </Button>
    </>
  );
}
