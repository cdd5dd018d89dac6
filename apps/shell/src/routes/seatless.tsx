import { useEffect, useId, useRef, useState } from 'react';
import type { CreateClient } from '../api.ts';
import type { ContentBefore, SeatObstacle } from '../auth/sign-in-machine.ts';
import type { Configuration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import type { InvitationSource } from '../invitations/invitation-source.ts';
import { InvitationText } from '../invitations/invitation-text.tsx';
import { useInvitations } from '../invitations/use-invitations.ts';
import type { DeviceLimit } from '../session/device-limit.ts';
import { keptJoinCode } from '../session/kept-join-code.ts';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { DeviceList } from './device-list.tsx';
import { clockTime } from './moments.ts';
import './login.css';
import './seatless.css';

interface RemedyProps {
  readonly control: SessionControl;
  readonly devices: DeviceLimit;
  readonly invitations: InvitationSource;
  readonly store: SessionStore;
  readonly clientOf: CreateClient;
}

/** Parts of the shell that the page works with. */
export interface SeatlessPageProps extends RemedyProps {
  readonly configuration: Pick<Configuration, 'project'>;
}

interface SeatlessProps extends SeatlessPageProps {
  readonly obstacle: SeatObstacle;
  /** Content was shown here, and has lost its seat since. */
  readonly contentBefore: ContentBefore;
}

/** A user who is kept from the content by what can be mended on the spot. */
export function Seatless({ obstacle, contentBefore, configuration, ...shell }: SeatlessProps) {
  const { control } = shell;
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
        <button
          className="button button-quiet"
          type="button"
          onClick={() => void control.signOut({ kind: 'called logout page' })}
        >
          {texts.signOut}
        </button>
      </div>
    </main>
  );
}

interface Page {
  readonly heading: (before: ContentBefore) => string;
  readonly explanation: (title: string, before: ContentBefore) => string;
  /** Actions of the user. */
  readonly Remedy: (props: RemedyProps) => React.JSX.Element | null;
  readonly isWide?: boolean;
}

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
    explanation: (title) => texts.invitedExplanation(title),
    Remedy: Invited,
  },
  joining: {
    heading: () => texts.joiningTitle,
    explanation: (title) => texts.joiningExplanation(title),
    Remedy: Joining,
  },
  'class needed': {
    heading: () => texts.classNeededTitle,
    explanation: () => texts.classNeeded,
    Remedy: MakeClass,
  },
};

/** Accepting may bring the licence that is missing; with the last that is declined nothing can. */
function Invited({ control, invitations: source, store }: RemedyProps) {
  const state = useSignInState(store);
  const subject = 'session' in state ? state.session.user.subject : '';
  const invitations = useInvitations(source, subject, subject !== '', () => control.retrySeat());
  const { isLoading, invitation, isAnswering, answer } = invitations;
  if (isLoading) return null;
  // It was withdrawn meanwhile, or could not be loaded again.
  if (!invitation) return <Retry control={control} />;
  const button = (text: string, isAccepted: boolean) => (
    <button
      className={isAccepted ? 'button' : 'button button-quiet'}
      type="button"
      aria-disabled={isAnswering}
      onClick={() => void answer(isAccepted)}
    >
      {text}
    </button>
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

/** Being let into the class may bring the licence that is missing. */
function Joining({ control, store, clientOf }: RemedyProps) {
  const state = useSignInState(store);
  const code = keptJoinCode();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  if (!('session' in state) || code === undefined) return <Retry control={control} />;
  const { subject, given_name, family_name } = state.session.user;

  async function join(): Promise<void> {
    if (isBusy || code === undefined) return;
    setBusy(true);
    setFault(undefined);
    try {
      const { groupsCalls } = await import('@lectern/contracts/calls/groups/groups');
      const { groupsJoin } = groupsCalls;
      const body = { subject, join_code: code };
      await clientOf('gres', { groupsJoin }).groupsJoin({ xIaSubject: subject, body });
      setAsked(true);
      // Where the class is open, this was all.
      await control.retrySeat();
    } catch (error) {
      log('error', 'Could not join a class.', error);
      const { code: refusal } = error as { readonly code?: string };
      setFault(refusal === 'JOIN_CODE_UNKNOWN' ? texts.joinCodeUnknown : texts.invitationFailed);
    }
    setBusy(false);
  }

  return (
    <>
      <p>
        <strong className="login-code">{code}</strong>
      </p>
      <p className="login-note">
        {texts.menu.signedInAs} {given_name} {family_name}
      </p>
      <output className="login-note">{hasAsked && fault === undefined && texts.joinAsked}</output>
      {fault !== undefined && (
        <p className="seatless-fault" role="alert">
          {fault}
        </p>
      )}
      {hasAsked && fault === undefined ? (
        <Retry control={control} />
      ) : (
        <button className="button" type="button" aria-disabled={isBusy} onClick={() => void join()}>
          {texts.join}
        </button>
      )}
    </>
  );
}

/** A coupon for a class is redeemed once its teacher has one. */
function MakeClass({ control, store, clientOf }: RemedyProps) {
  const state = useSignInState(store);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // One that was made although its answer was lost is not made twice.
  const [group_id] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function make(): Promise<void> {
    const name = field.current?.value.trim() ?? '';
    if (name === '') return field.current?.focus();
    if (isBusy || !('session' in state)) return;
    const { user, identities } = state.session;
    const { subject } = user;
    setBusy(true);
    setFailed(false);
    try {
      const provider_id = identities[0]!.identity_provider_identifier;
      const { groupsCalls } = await import('@lectern/contracts/calls/groups/groups');
      const { groupsCreateNew } = groupsCalls;
      await clientOf('gres', { groupsCreateNew }).groupsCreateNew({
        xIaSubject: subject,
        body: { subject, group_id, provider_id, name },
      });
      await control.retrySeat();
    } catch (error) {
      log('error', 'Could not make a class.', error);
      setFailed(true);
    }
    setBusy(false);
  }

  return (
    <form
      className="coupon"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <label htmlFor={id}>{texts.className}</label>
      <input ref={field} id={id} maxLength={255} autoComplete="off" />
      {hasFailed && (
        <p className="seatless-fault" role="alert">
          {texts.invitationFailed}
        </p>
      )}
      <button className="button" type="submit" aria-disabled={isBusy}>
        {texts.makeClass}
      </button>
    </form>
  );
}

function ContinueHere({ control }: RemedyProps) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function continueHere(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await control.continueHere();
    } catch (error) {
      log('error', 'Could not take over the seat of the other device.', error);
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
      <button
        className="button"
        type="button"
        aria-disabled={isBusy}
        onClick={() => void continueHere()}
      >
        {texts.continueHere}
      </button>
    </>
  );
}

function AwaitSeat({ control }: RemedyProps) {
  return <Retry control={control} note={texts.stillTaken} />;
}

interface RetryProps {
  readonly control: SessionControl;
  /** Said after a try that was no use, with the time of it. */
  readonly note?: (time: string) => string;
}

function Retry({ control, note }: RetryProps) {
  const [isBusy, setBusy] = useState(false);
  const [triedAt, setTriedAt] = useState<number>();

  async function retry(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await control.retrySeat();
    } catch (error) {
      log('error', 'Could not load the session again.', error);
    }
    setTriedAt(Date.now());
    setBusy(false);
  }

  return (
    <>
      <output className="login-note">
        {triedAt !== undefined && !isBusy && note?.(clockTime(triedAt))}
      </output>
      <button className="button" type="button" aria-disabled={isBusy} onClick={() => void retry()}>
        {texts.retry}
      </button>
    </>
  );
}
