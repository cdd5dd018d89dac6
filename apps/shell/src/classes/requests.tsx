import { dayAndTime } from '../routes/moments.ts';
import { locale } from '../texts/texts.ts';
import type { ClassesSource, Membership } from './classes-source.ts';
import { namedMembers } from './members.ts';
import { useTexts } from './texts-context.ts';
import type { Action } from './use-action.ts';

interface RequestsProps {
  readonly source: Pick<ClassesSource, 'accept' | 'remove'>;
  readonly groupId: string;
  readonly memberships: readonly Membership[];
  readonly action: Action;
}

/** People who have used the code and wait; the first thing that a teacher sees. */
export function Requests({ source, groupId, memberships, action }: RequestsProps) {
  const texts = useTexts();
  const waiting = namedMembers(
    memberships.filter(({ membership_state }) => membership_state === 'requested'),
    locale,
    texts,
  );
  if (waiting.length === 0) return null;
  const accept = (subjects: readonly string[]) =>
    action.run(() => source.accept(groupId, subjects), texts.accepted(subjects.length));
  return (
    <section className="classes-requests">
      <h4>{texts.requests}</h4>
      <ul className="classes-members">
        {waiting.map(({ name, knownAs, isTwin, membership }) => (
          <li key={membership.subject} className="classes-member">
            <span className="classes-name">
              {name}
              {(knownAs !== undefined || isTwin) && (
                <small>
                  {[knownAs, isTwin && texts.since(dayAndTime(Date.parse(membership.changed_at)))]
                    .filter((note) => typeof note === 'string')
                    .join(' · ')}
                </small>
              )}
            </span>
            <span className="classes-buttons">
              <button
                className="button"
                type="button"
                aria-label={texts.acceptName(name)}
                aria-disabled={action.isBusy}
                onClick={() => void accept([membership.subject])}
              >
                {texts.accept}
              </button>
              <button
                className="button button-quiet"
                type="button"
                aria-label={texts.refuseName(name)}
                aria-disabled={action.isBusy}
                onClick={() =>
                  void action.run(() => source.remove(groupId, [membership.subject]), texts.saved)
                }
              >
                {texts.refuse}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {waiting.length > 1 && (
        <button
          className="button"
          type="button"
          aria-disabled={action.isBusy}
          onClick={() => void accept(waiting.map(({ membership }) => membership.subject))}
        >
          {texts.acceptAll(waiting.length)}
        </button>
      )}
    </section>
  );
}
