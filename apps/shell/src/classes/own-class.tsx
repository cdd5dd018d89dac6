import { useCallback, useId, useRef, useState } from 'react';
import { useLoaded } from '../progress/use-loaded.ts';
import { isolated } from '../texts/isolated.ts';
import { locale } from '../texts/texts.ts';
import type { ClassEntry, ClassesSource } from './classes-source.ts';
import { Confirm } from './confirm.tsx';
import { Failure } from './failure.tsx';
import { faultOf } from './faults.ts';
import { Outcome } from './outcome.tsx';
import {
  sharedCourses,
  sharedTypes,
  sharingsFor,
  type SharedCourse,
  type Sharing,
} from './sharings.ts';
import { useTexts } from './texts-context.ts';
import { useAction, type Action } from './use-action.ts';
import { useWish } from './use-wish.ts';

interface OwnClassProps {
  readonly source: ClassesSource;
  readonly entry: ClassEntry;
  readonly subject: string;
  readonly onChanged: () => void;
  readonly onGone: (message: string) => void;
}

/** Sharings that mean something here; the others belong to contents that have such things. */
const sharingTypes = ['Answers', 'Notes', 'Media'] as const;

/** A class as its members see it: who reads what of them, and how to leave. */
export function OwnClass({ source, entry, subject, onChanged, onGone }: OwnClassProps) {
  const texts = useTexts();
  const { groupId, name, state: membershipState, index } = entry;
  const [isLeaving, setLeaving] = useState(false);
  const load = useCallback(
    (signal: AbortSignal) => source.inspect(groupId, signal),
    // oxlint-disable-next-line react/exhaustive-deps -- an index that has grown asks for it anew
    [source, groupId, index],
  );
  const { value, state, failure, retry } = useLoaded(load);
  const published = useLoaded(source.courses);
  const action = useAction(onChanged);
  // Each result stands where its button was pressed.
  const sharing = useAction(onChanged);
  const naming = useAction(onChanged);

  async function leave(): Promise<void> {
    setLeaving(false);
    if (await action.run(() => source.leave(groupId))) onGone(texts.left(name));
  }

  if (membershipState === 'requested')
    return (
      <div className="classes-form">
        <p>{texts.pupil.waiting(name)}</p>
        <button
          className="button button-quiet"
          type="button"
          aria-disabled={action.isBusy}
          onClick={() => action.isBusy || void leave()}
        >
          {texts.pupil.withdraw}
        </button>
        <Outcome action={action} />
      </div>
    );
  const isGone = state === 'failed' && faultOf(failure) === 'gone';
  const failed = state === 'failed' && (
    <Failure {...(isGone && { text: texts.faults.gone })} onRetry={() => (retry(), onChanged())} />
  );
  if (!value || isGone) return failed || <output>{texts.loading}</output>;
  const { memberships, group } = value;
  const own = memberships.find((membership) => membership.subject === subject);
  const leaders = memberships
    .filter((membership) => membership.group_role === 'leader' && membership.subject !== subject)
    .flatMap(({ display_name, known_name }) => display_name ?? known_name ?? []);
  const who = new Intl.ListFormat(locale).format(leaders.map(isolated));
  const courses = published.value && sharedCourses(published.value, own?.sharings ?? []);
  return (
    <div className="classes-own">
      {failed}
      <section>
        <h4>{texts.pupil.whoReads}</h4>
        <p>
          <strong>{who === '' ? texts.pupil.teacherSees : texts.pupil.teachersSee(who)}</strong>
        </p>
        <p>{texts.pupil.always}</p>
        <p>{texts.pupil.known}</p>
        <p>{texts.pupil.classmates}</p>
      </section>
      {courses?.length !== 0 && (
        <section>
          <h4>{texts.pupil.share}</h4>
          <p>{texts.pupil.shareHint}</p>
          {published.state === 'failed' && <Failure onRetry={published.retry} />}
          {courses?.map((course) => (
            <CourseSharing
              key={course.courseId}
              course={course}
              isOnly={courses.length === 1}
              index={group.transaction_index}
              onShare={(shared) => sharing.run(() => source.share(groupId, shared), texts.saved)}
            />
          ))}
          <Outcome action={sharing} />
        </section>
      )}
      <DisplayName
        name={own?.display_name ?? ''}
        action={naming}
        onSet={(wanted) => void naming.run(() => source.callOneself(groupId, wanted), texts.saved)}
      />
      <section>
        <Outcome action={action} />
        {isLeaving ? (
          <Confirm
            question={`${texts.leaveQuestion(name)} ${texts.pupil.leaveMeans}`}
            yes={texts.leaveYes}
            isBusy={action.isBusy}
            onNo={() => setLeaving(false)}
            onYes={() => void leave()}
          />
        ) : (
          <button
            className="button button-quiet classes-danger-quiet"
            type="button"
            onClick={() => setLeaving(true)}
          >
            {texts.leave}
          </button>
        )}
      </section>
    </div>
  );
}

interface CourseSharingProps {
  readonly course: SharedCourse;
  /** The publication has no other: its name says nothing. */
  readonly isOnly: boolean;
  /** Of the class. */
  readonly index: number;
  /** @returns whether it is shared so from now on. */
  readonly onShare: (sharings: readonly Sharing[]) => Promise<boolean>;
}

function CourseSharing({ course, isOnly, index, onShare }: CourseSharingProps) {
  const texts = useTexts();
  const [types, wish] = useWish(sharedTypes(course), index);
  const share = (wished: Sharing['sharing_types']) =>
    wish(wished, () => onShare(sharingsFor(course, wished)));
  return (
    <fieldset className="classes-sharing">
      <legend className={isOnly ? 'classes-unseen' : undefined}>
        {texts.pupil.inCourse(course.title)}
      </legend>
      {sharingTypes.map((type) => (
        <label key={type} className="classes-choice">
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={({ target }) =>
              void share(target.checked ? [...types, type] : types.filter((held) => held !== type))
            }
          />
          <span>
            {texts.pupil.sharing[type]}
            <small>{texts.pupil.sharingMeans[type]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface DisplayNameProps {
  readonly name: string;
  readonly action: Action;
  readonly onSet: (name: string) => void;
}

function DisplayName({ name, action, onSet }: DisplayNameProps) {
  const texts = useTexts();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <section>
      <form
        className="classes-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = field.current?.value.trim() ?? '';
          if (wanted !== '' && wanted !== name && !action.isBusy) onSet(wanted);
        }}
      >
        <label htmlFor={id}>{texts.pupil.displayName}</label>
        <input
          ref={field}
          id={id}
          key={name}
          defaultValue={name}
          maxLength={255}
          autoComplete="off"
        />
        <button className="button button-quiet" type="submit" aria-disabled={action.isBusy}>
          {texts.save}
        </button>
      </form>
      <Outcome action={action} />
    </section>
  );
}
