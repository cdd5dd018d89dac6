import { useRef } from 'react';
import { Button } from '../button.tsx';
import { dayAndTime } from '../routes/moments.ts';
import { isolated } from '../texts/isolated.ts';
import type { ClassesSource } from './classes-source.ts';
import type { Member } from './members.ts';
import { useTexts } from './texts-context.ts';
import type { Action } from './use-action.ts';

interface RequestsProps {
  readonly source: Pick<ClassesSource, 'accept' | 'remove'>;
  readonly groupId: string;
  readonly members: readonly Member[];
  readonly action: Action;
}

/** People who have used the code and wait; the first thing that a teacher sees. */
export function Requests({ source, groupId, members, action }: RequestsProps) {
  const texts = useTexts();
  const answered = useRef(new Set<string>());
  // As they came: by name, others would come under a finger that is about to press.
  const waiting = members
    .filter(({ membership }) => membership.membership_state === 'requested')
    .toSorted((a, b) => askedAt(a) - askedAt(b));
  if (waiting.length === 0) return null;

  /** One person is answered once, however quick the presses are. */
  async function answer(
    people: readonly Member[],
    give: (subjects: readonly string[]) => Promise<void>,
    done: (count: number) => string,
  ): Promise<void> {
    const subjects = people
      .map(({ membership }) => membership.subject)
      .filter((subject) => !answered.current.has(subject));
    if (subjects.length === 0) return;
    for (const subject of subjects) answered.current.add(subject);
    await action.run(() => give(subjects), done(subjects.length));
    for (const subject of subjects) answered.current.delete(subject);
  }
  const accept = (people: readonly Member[]) =>
    answer(people, (subjects) => source.accept(groupId, subjects), texts.accepted);
  const refuse = (member: Member) =>
    answer(
      [member],
      (subjects) => source.remove(groupId, subjects, 'requested'),
      () => texts.saved,
    );
  return (
    <section className="classes-requests">
      <h4>{texts.requests}</h4>
      {waiting.length > 1 && (
        <Button onClick={() => void accept(waiting)}>{texts.acceptAll(waiting.length)}</Button>
      )}
      <ul className="classes-members">
        {waiting.map((member) => (
          <li key={member.membership.subject} className="classes-member">
            <RequestName {...member} />
            <span className="classes-buttons">
              <Button
                aria-label={texts.acceptName(member.name)}
                onClick={() => void accept([member])}
              >
                {texts.accept}
              </Button>
              <Button
                isQuiet
                aria-label={texts.refuseName(member.name)}
                onClick={() => void refuse(member)}
              >
                {texts.refuse}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const askedAt = ({ membership }: Member): number => Date.parse(membership.changed_at);

function RequestName({ name, knownAs, isTwin, membership }: Member) {
  const texts = useTexts();
  const notes = [
    knownAs !== undefined && isolated(knownAs),
    isTwin && texts.since(dayAndTime(Date.parse(membership.changed_at))),
  ].filter((note) => typeof note === 'string');
  return (
    <span className="classes-name">
      <bdi>{name}</bdi>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </span>
  );
}
