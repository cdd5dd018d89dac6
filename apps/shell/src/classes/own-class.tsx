import { useCallback, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { useLoaded } from '../progress/use-loaded.ts';
import { isolated } from '../texts/isolated.ts';
import { locale } from '../texts/texts.ts';
import type { ClassEntry, ClassesSource } from './classes-source.ts';
import { Confirm } from './confirm.tsx';
import { CourseSharing } from './course-sharing.tsx';
import { Failure } from './failure.tsx';
import { faultOf } from './faults.ts';
import { teachersOf } from './members.ts';
import { Outcome } from './outcome.tsx';
import { sharedCourses, sharingsFor } from './sharings.ts';
import { useTexts } from './texts-context.ts';
import { useAction, type Action } from './use-action.ts';
import { useNameField } from './use-name-field.ts';

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
  const { groupId, label: name, state: membershipState, index } = entry;
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
  const withdrawing = useAction(onChanged);

  async function leave(): Promise<void> {
    setLeaving(false);
    if (await action.run(() => source.leave(groupId))) onGone(texts.left(name));
  }

  async function withdraw(): Promise<void> {
    let isWithdrawn = false;
    const tryToWithdraw = async () => (isWithdrawn = await source.withdraw(groupId));
    await withdrawing.run(tryToWithdraw, texts.pupil.joined(name));
    if (isWithdrawn) onGone(texts.pupil.withdrawn(name));
  }

  if (membershipState === 'requested')
    return (
      <div className="classes-form">
        <p>{texts.pupil.waiting(name)}</p>
        <Button
          isQuiet
          aria-disabled={withdrawing.isBusy}
          onClick={() => withdrawing.isBusy || void withdraw()}
        >
          {texts.pupil.withdraw}
        </Button>
        <Outcome action={withdrawing} />
      </div>
    );
  const isGone = state === 'failed' && faultOf(failure) === 'gone';
  const failed = state === 'failed' && (
    <Failure {...(isGone && { text: texts.faults.gone })} onRetry={() => (retry(), onChanged())} />
  );
  if (!value || isGone) return failed || <output>{texts.loading}</output>;
  const { memberships, group } = value;
  const own = memberships.find((membership) => membership.subject === subject);
  const others = memberships.filter((membership) => membership.subject !== subject);
  const who = new Intl.ListFormat(locale).format(teachersOf(others).map(isolated));
  const courses = published.value && sharedCourses(published.value, own?.sharings ?? []);
  return (
    <div className="classes-own">
      {failed}
      <Outcome action={withdrawing} />
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
              legend={texts.pupil.inCourse(course.title)}
              isLegendSeen={courses.length > 1}
              types={sharingTypes}
              index={group.transaction_index}
              onShare={(wished) =>
                sharing.run(() => source.share(groupId, sharingsFor(course, wished)), texts.saved)
              }
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
          <Button isQuiet className="classes-danger-quiet" onClick={() => setLeaving(true)}>
            {texts.leave}
          </Button>
        )}
      </section>
    </div>
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
  const field = useNameField(name);
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
        <input ref={field} id={id} defaultValue={name} maxLength={255} autoComplete="off" />
        <button className="button button-quiet" type="submit" aria-disabled={action.isBusy}>
          {texts.save}
        </button>
      </form>
      <Outcome action={action} />
    </section>
  );
}
