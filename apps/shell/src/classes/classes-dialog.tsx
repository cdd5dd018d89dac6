import { useCallback, useEffect, useRef, useState } from 'react';
import { useLoaded } from '../progress/use-loaded.ts';
import type { RedeemedCoupon } from '../session/coupon-confirmation.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import type { UserSession } from '../session/user-session.ts';
import type { Classes, ClassEntry, ClassesSource } from './classes-source.ts';
import { ClassesFrame } from './classes-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { CreateClass } from './create-class.tsx';
import { Failure } from './failure.tsx';
import { JoinClass } from './join-class.tsx';
import { joinedText } from './joined-text.ts';
import { LedClass } from './led-class.tsx';
import { OwnClass } from './own-class.tsx';
import { Projector, type Project, type Projected } from './projector.tsx';
import { useTexts } from './texts-context.ts';
import { useWatch } from './use-watch.ts';

interface ClassesDialogProps {
  readonly source: ClassesSource;
  readonly user: UserSession['user'];
  /** Of the publication. */
  readonly title: string;
  /** Code of a link, which is asked about first. */
  readonly joinCode: string | undefined;
  readonly redeem: (code: string) => Promise<CouponProblem | RedeemedCoupon>;
  /** Licences, or whether the user is a teacher, may be others now. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Pane beside the list: a class by its id, or a form. */
type Pane = { readonly groupId: string } | 'create' | 'code' | 'join';

/** The classes of a user, those that it leads and those that it is in: over the content, which stays as it is. */
export function ClassesDialog(props: ClassesDialogProps) {
  const { source, joinCode, onClose } = props;
  const texts = useTexts();
  const [projected, setProjected] = useState<Projected>();
  const load = useCallback((signal: AbortSignal) => source.list(signal), [source]);
  const { value, state, retry } = useLoaded(load);
  useWatch(source, value?.known, retry);

  return (
    <ClassesFrame
      title={value?.mayLead === false ? texts.yours : texts.title}
      onClose={onClose}
      over={projected && <Projector {...projected} onClose={() => setProjected(undefined)} />}
    >
      {!value && state === 'failed' && <Failure onRetry={retry} />}
      {!value && state === 'loading' && <output>{texts.loading}</output>}
      {value && (
        <Panes
          {...props}
          key={joinCode}
          classes={value}
          isLoading={state === 'loading'}
          reload={retry}
          onProject={setProjected}
        />
      )}
    </ClassesFrame>
  );
}

interface PanesProps extends ClassesDialogProps {
  readonly classes: Classes;
  /** They may be others in a moment. */
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Shows a class's code to the room. */
  readonly onProject: Project;
}

function Panes({ classes, isLoading, reload, onProject, ...props }: PanesProps) {
  const { source, user, title, joinCode, redeem, onChanged } = props;
  const texts = useTexts();
  const { mayLead, entries } = classes;
  const [first] = entries;
  const [pane, setPane] = useState<Pane>(() =>
    joinCode !== undefined
      ? 'join'
      : first
        ? { groupId: first.groupId }
        : mayLead
          ? 'create'
          : 'code',
  );
  const [message, setMessage] = useState<string>();
  const entry =
    typeof pane === 'object' ? entries.find(({ groupId }) => groupId === pane.groupId) : undefined;
  /** As it was there last: a request that is gone was no membership. */
  const [last, setLast] = useState(entry);
  if (entry && (entry.groupId !== last?.groupId || entry.state !== last.state)) setLast(entry);
  const name = [user.given_name, user.family_name].filter(Boolean).join(' ');

  function show(next: Pane, sentence?: string): void {
    setMessage(sentence);
    setPane(next);
  }
  function changed(): void {
    reload();
    onChanged();
  }
  function joined(entry: ClassEntry): void {
    setLast(entry);
    show(
      { groupId: entry.groupId },
      entry.state === 'accepted' ? joinedText(texts, entry) : undefined,
    );
    changed();
  }
  function gone(sentence: string): void {
    const next = entries.find(({ groupId }) => groupId !== entry?.groupId);
    show(next ? { groupId: next.groupId } : mayLead ? 'create' : 'code', sentence);
    changed();
  }

  const codeForm = (onRedeemed: () => void) => (
    <CodeForm {...{ source, title, redeem, onRedeemed }} onJoined={joined} />
  );
  const choices: readonly [Pane, string][] = [
    ...entries.map((entry): [Pane, string] => [{ groupId: entry.groupId }, entry.label]),
    ...(mayLead ? ([['create', texts.create]] as [Pane, string][]) : []),
    ['code', texts.enterCode],
  ];
  return (
    <>
      <ul className="classes-choices">
        {choices.map(([choice, label]) => {
          const isChosen =
            typeof choice === 'object' ? choice.groupId === entry?.groupId : choice === pane;
          return (
            <li key={typeof choice === 'object' ? choice.groupId : choice}>
              <button
                className={
                  typeof choice === 'object' ? 'classes-tab' : 'classes-tab classes-tab-form'
                }
                type="button"
                aria-current={isChosen ? 'true' : undefined}
                onClick={() => show(choice)}
              >
                {label}
              </button>
            </li>
          );
        })}
      </ul>
      <output className="classes-done">{message}</output>
      <Heading key={`heading of ${typeof pane === 'object' ? pane.groupId : pane}`}>
        {entry ? entry.label : paneTitle(pane, texts)}
      </Heading>
      {entry?.isLed && (
        <LedClass
          key={entry.groupId}
          source={source}
          entry={entry}
          others={entries.filter((other) => other.isLed && other.groupId !== entry.groupId)}
          subject={user.subject}
          title={title}
          onChanged={reload}
          onGone={gone}
          onProject={onProject}
        >
          {codeForm}
        </LedClass>
      )}
      {entry && !entry.isLed && (
        <OwnClass
          key={entry.groupId}
          source={source}
          entry={entry}
          subject={user.subject}
          onChanged={reload}
          onGone={gone}
        />
      )}
      {typeof pane === 'object' && !entry && (
        <output>
          {isLoading
            ? texts.loading
            : last?.groupId === pane.groupId && last.state === 'requested'
              ? texts.pupil.refused
              : texts.faults.gone}
        </output>
      )}
      {pane === 'create' && (
        <>
          {entries.length === 0 && <p>{texts.noClassYet}</p>}
          <CreateClass
            source={source}
            onCreated={(groupId) => {
              show({ groupId }, texts.created);
              changed();
            }}
          />
        </>
      )}
      {pane === 'code' && (
        <>
          {entries.length === 0 && !mayLead && <p>{texts.pupil.noClassYet}</p>}
          {codeForm(reload)}
        </>
      )}
      {pane === 'join' && joinCode !== undefined && (
        <JoinClass source={source} code={joinCode} name={name} onJoined={joined} />
      )}
    </>
  );
}

function paneTitle(pane: Pane, texts: ReturnType<typeof useTexts>): string {
  if (pane === 'create') return texts.create;
  return pane === 'join' ? texts.join : pane === 'code' ? texts.enterCode : '';
}

/** Each pane begins on its heading, but for the first, where the dialog's does. */
function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.closest('.classes-choices, form, .classes-confirm'))
      heading.current?.focus();
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
