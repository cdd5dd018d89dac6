import { isolated } from '../texts/isolated.ts';
import { useCallback } from 'react';
import { useLoaded } from '../progress/use-loaded.ts';
import { locale } from '../texts/texts.ts';
import { ClassesFrame } from './classes-frame.tsx';
import type { ClassDetails, ClassesSource } from './classes-source.ts';
import { CourseSharing } from './course-sharing.tsx';
import { Failure } from './failure.tsx';
import { teachersOf } from './members.ts';
import { Outcome } from './outcome.tsx';
import { answerSharings, type PublishedCourse } from './sharings.ts';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';

interface SharingDialogProps {
  readonly source: Pick<ClassesSource, 'courses' | 'inspect' | 'list' | 'share'>;
  readonly issue: Pick<PublishedCourse, 'courseId' | 'issueId'>;
  readonly subject: string;
  readonly onClose: () => void;
}

const answersAlone = ['Answers'] as const;

/** Asks who may read the answers to an issue, by class: the same boxes as in the dialog of the classes. */
export function SharingDialog({ source, issue, subject, onClose }: SharingDialogProps) {
  const texts = useTexts();
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [{ entries }, published] = await Promise.all([
        source.list(signal),
        source.courses(signal),
      ]);
      const own = entries.filter(({ isLed, state }) => !isLed && state === 'accepted');
      return {
        course: published.find(({ courseId }) => courseId === issue.courseId)?.title,
        classes: await Promise.all(
          own.map(async ({ groupId, label }) => ({
            ...(await source.inspect(groupId, signal)),
            label,
          })),
        ),
      };
    },
    [source, issue.courseId],
  );
  const { value, state, retry } = useLoaded(load);
  const action = useAction(retry);

  const sharingOf = ({ group, memberships, label }: ClassDetails & { readonly label: string }) => {
    const own = memberships.find((membership) => membership.subject === subject);
    const held = (own?.sharings ?? []).filter(({ course_id }) => course_id === issue.courseId);
    // Answers are read by a sharing of their own issue: that of an older one ticks nothing here.
    const sharings = held.filter(({ issue_id }) => issue_id === issue.issueId);
    const who = new Intl.ListFormat(locale).format(teachersOf(memberships).map(isolated));
    return (
      <section key={group.group_id}>
        <h3>{label}</h3>
        <p>{who === '' ? texts.pupil.teacherSees : texts.pupil.teachersSee(who)}</p>
        <CourseSharing
          course={{ ...issue, title: label, sharings }}
          legend={label}
          isLegendSeen={false}
          types={answersAlone}
          index={group.transaction_index}
          onShare={(wished) => {
            const shared = answerSharings({ ...issue, sharings: held }, wished.includes('Answers'));
            return action.run(() => source.share(group.group_id, shared), texts.saved);
          }}
        />
      </section>
    );
  };

  return (
    <ClassesFrame title={texts.pupil.whoReadsAnswers} isSmall onClose={onClose}>
      {state === 'failed' && <Failure onRetry={retry} />}
      {!value && state === 'loading' && <output>{texts.loading}</output>}
      {value?.course !== undefined && (
        <p>
          <strong>{value.course}</strong>
        </p>
      )}
      {value?.classes.length === 0 && <p>{texts.pupil.noClassYet}</p>}
      {value?.classes.map(sharingOf)}
      {value && value.classes.length > 0 && <p className="classes-note">{texts.pupil.shareHint}</p>}
      <Outcome action={action} />
    </ClassesFrame>
  );
}
