import { useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { dayAndTime } from '../routes/moments.ts';
import { isolated } from '../texts/isolated.ts';
import type { ClassesSource } from './classes-source.ts';
import { Confirm } from './confirm.tsx';
import { membersCalled, type Member } from './members.ts';
import { useTexts } from './texts-context.ts';
import type { Action } from './use-action.ts';

interface MemberListProps {
  readonly source: Pick<ClassesSource, 'remove' | 'setRole'>;
  readonly groupId: string;
  /** Of the whole class: names are unique in it. */
  readonly members: readonly Member[];
  /** The user's own subject: leaving is another thing. */
  readonly subject: string;
  /** Subjects who hold a seat now. */
  readonly seated: ReadonlySet<string>;
  readonly action: Action;
}

/** So few are seen at once. */
const searchedFrom = 12;

/** Teachers and pupils of a class, each with what can be done about them. */
export function MemberList({ members, ...list }: MemberListProps) {
  const texts = useTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [openOf, setOpenOf] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const accepted = members.filter(({ membership }) => membership.membership_state === 'accepted');
  const pupils = accepted.filter(({ membership }) => membership.group_role === 'member');
  const teachers = accepted.filter(({ membership }) => membership.group_role === 'leader');
  const invited = members.filter(({ membership }) => membership.membership_state === 'invited');
  const shown = membersCalled([...pupils, ...invited], typed);
  const rows = (members: readonly Member[]) => (
    <ul className="classes-members">
      {members.map((member) => {
        const { subject } = member.membership;
        return (
          <MemberRow
            key={subject}
            {...list}
            member={member}
            isOpen={openOf === subject}
            onToggle={() => setOpenOf(openOf === subject ? undefined : subject)}
            onRemoved={() => heading.current?.focus()}
          />
        );
      })}
    </ul>
  );
  return (
    <>
      <section>
        <h4 ref={heading} tabIndex={-1}>
          {texts.members} <span className="classes-count">{texts.memberCount(pupils.length)}</span>
        </h4>
        {pupils.length + invited.length === 0 && <p>{texts.noMembers}</p>}
        {pupils.length + invited.length > searchedFrom && (
          <div className="classes-form">
            <label htmlFor={id}>{texts.find}</label>
            <input
              id={id}
              type="search"
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
            <output className="classes-note">
              {typed !== '' &&
                (shown.length === 0 ? texts.noneFound : texts.memberCount(shown.length))}
            </output>
          </div>
        )}
        {shown.length > 0 && rows(shown)}
      </section>
      <section>
        <h4>{texts.teachers}</h4>
        {rows(teachers)}
      </section>
    </>
  );
}

interface MemberRowProps extends Omit<MemberListProps, 'members'> {
  readonly member: Member;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The row goes, and with it what has the focus. */
  readonly onRemoved: () => void;
}

type Question = 'remove' | 'make teacher';

function MemberRow({
  source,
  groupId,
  subject,
  seated,
  action,
  member,
  isOpen,
  onToggle,
  onRemoved,
}: MemberRowProps) {
  const texts = useTexts();
  const id = useId();
  const more = useRef<HTMLButtonElement>(null);
  const [question, setQuestion] = useState<Question>();
  const { membership, name, knownAs, isTwin } = member;
  const { subject: own, membership_state, group_role, invited_as, changed_at } = membership;
  const isInvited = membership_state === 'invited';
  const notes = [
    knownAs !== undefined && isolated(knownAs),
    isTwin && texts.since(dayAndTime(Date.parse(changed_at))),
    isInvited && texts.invitedNote,
    !isInvited && invited_as === 'leader' && texts.invitedToLead,
  ].filter((note) => typeof note === 'string');
  const notesOnScreen = [own === subject && texts.isYou, seated.has(own) && texts.hasSeat].filter(
    (note) => typeof note === 'string',
  );

  function close(): void {
    setQuestion(undefined);
    onToggle();
  }
  async function remove(): Promise<void> {
    close();
    onRemoved();
    const remove = () => source.remove(groupId, [own], isInvited ? 'invited' : undefined);
    await action.run(remove, texts.removed(isolated(name)));
  }
  async function setRole(role: 'leader' | 'member', done?: string): Promise<void> {
    close();
    more.current?.focus();
    await action.run(() => source.setRole(groupId, own, role), done);
  }

  return (
    <li>
      <div className="classes-member">
        <span className="classes-name">
          <bdi>{name}</bdi>
          {notes.length + notesOnScreen.length > 0 && (
            <small>
              {notes.length > 0 && <span>{notes.join(' · ')}</span>}
              {notesOnScreen.length > 0 && (
                <span className="classes-on-screen">
                  {[...(notes.length > 0 ? [''] : []), ...notesOnScreen].join(' · ')}
                </span>
              )}
            </small>
          )}
        </span>
        {own !== subject && (
          <button
            ref={more}
            className="classes-more"
            type="button"
            aria-label={texts.more(name)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={close}
          >
            <span aria-hidden="true">⋯</span>
          </button>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && question === undefined && (
          <div className="classes-buttons">
            {!isInvited && group_role === 'member' && invited_as === undefined && (
              <Button isQuiet onClick={() => setQuestion('make teacher')}>
                {texts.makeTeacher}
              </Button>
            )}
            {!isInvited && (group_role === 'leader' || invited_as === 'leader') && (
              <Button isQuiet onClick={() => void setRole('member', texts.saved)}>
                {invited_as === 'leader' ? texts.withdraw : texts.unmakeTeacher}
              </Button>
            )}
            <Button
              isQuiet
              className="classes-danger-quiet"
              onClick={() => (isInvited ? void remove() : setQuestion('remove'))}
            >
              {isInvited ? texts.withdraw : texts.remove}
            </Button>
          </div>
        )}
        {isOpen && question === 'remove' && (
          <Confirm
            question={texts.removeQuestion(isolated(name))}
            yes={texts.removeYes}
            isBusy={action.isBusy}
            onNo={() => setQuestion(undefined)}
            onYes={() => void remove()}
          />
        )}
        {isOpen && question === 'make teacher' && (
          <Confirm
            question={texts.makeTeacherQuestion(isolated(name))}
            yes={texts.makeTeacherYes}
            isBusy={action.isBusy}
            onNo={() => setQuestion(undefined)}
            onYes={() => void setRole('leader', texts.madeTeacher(isolated(name)))}
          />
        )}
      </div>
    </li>
  );
}
