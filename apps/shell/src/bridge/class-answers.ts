import { exerciseForGroupCalls } from '@lectern/contracts/calls/annotations/exercise-for-group';
import type { Answer } from '@lectern/contracts';
import type {
  ClassAnswers,
  ClassAnswersAsked,
  ClassMember,
  Feedback,
  SharedAnswer,
} from '@lectern/sdk/protocol';
import type { CreateClient } from '../api.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionStore } from '../session/session-store.ts';
import { askService } from './ask-service.ts';
import { checkByContract } from './payloads.ts';

type Member = Answer<(typeof exerciseForGroupCalls)['exerciseGetForGroup']>['members'][number];

/** How often a page is read, at most, because feedback was delivered meanwhile. */
const readingsMaximum = 3;

/** A page of the members of a class, with the feedback that waits here laid over what is stored. */
export async function getClassAnswers(
  clientOf: CreateClient,
  store: SessionStore,
  outbox: Outbox,
  subject: string,
  asked: ClassAnswersAsked,
): Promise<ClassAnswers> {
  const clag = clientOf('clag', exerciseForGroupCalls);
  const { body: schema } = exerciseForGroupCalls.exerciseGetForGroup;
  const body = checkByContract(schema, { ...asked, subject, with_earlier_versions: true });
  for (let readings = 1; ; readings += 1) {
    // Feedback that is delivered meanwhile may be missing in the answer, and waits no more either.
    let isDelivered = false;
    const stop = outbox.onOutcome(({ kind }) => (isDelivered ||= kind === 'feedback delivered'));
    try {
      const page = await askService(store, 'Could not read the answers of a class.', (signal) =>
        clag.exerciseGetForGroup({ body, signal, xIaSubject: subject }),
      );
      const members = await withKept(outbox, subject, asked, page.members);
      const { members_count, next_cursor } = page;
      if (!isDelivered || readings === readingsMaximum)
        return { members_count, members, ...(next_cursor !== undefined && { next_cursor }) };
    } finally {
      stop();
    }
  }
}

/** Lays the feedback that waits here over what is stored of the members. */
async function withKept(
  outbox: Outbox,
  author: string,
  { course_id_dto, issue_id_dto, group_id, exercise_ids }: ClassAnswersAsked,
  members: readonly Member[],
): Promise<readonly ClassMember[]> {
  const { undelivered, refused } = outbox.saveState;
  const scopes = members.flatMap(({ subject: member_subject }) =>
    [...new Set(exercise_ids)].map((exercise_id) => ({
      course_id_dto,
      issue_id_dto,
      exercise_dto: { exercise_id },
      group_id,
      member_subject,
    })),
  );
  const kept = undelivered + refused > 0 ? await outbox.keptFeedback(scopes) : [];
  return Promise.all(
    members.map(async ({ feedback: stored, ...member }) => {
      const lanes = kept.filter(({ member_subject }) => member_subject === member.subject);
      const ids = new Set(lanes.map(({ exercise_dto }) => exercise_dto.exercise_id));
      const shown = await Promise.all(
        lanes.map(async (scope) => {
          const { exercise_id } = scope.exercise_dto;
          const own = stored.filter((each) => each.exercise_id === exercise_id);
          const { feedback = [] } = await outbox.readFeedback(scope, async () => ({
            feedback: own,
          }));
          // Feedback that waits here is the user's own, and names neither exercise nor class.
          return feedback.map((each) => ({
            exercise_id,
            group_id,
            author: { subject: author },
            ...each,
          }));
        }),
      );
      const others = stored.filter(({ exercise_id }) => !ids.has(exercise_id));
      return classMember(member, [
        ...others.map((each) => ({ ...each, delivered: true })),
        ...shown.flat(),
      ]);
    }),
  );
}

function classMember(
  {
    subject,
    display_name,
    shared_since,
    without_course,
    answers,
    earlier_versions = [],
  }: Omit<Member, 'feedback'>,
  feedback: readonly object[],
): ClassMember {
  return {
    subject,
    ...(display_name !== undefined && { display_name }),
    ...(shared_since !== undefined && { shared_since }),
    ...(without_course && { without_course }),
    // The contract's answers have the members that the protocol names.
    answers: answers as readonly SharedAnswer[],
    feedback: feedback as readonly Feedback[],
    earlier_versions: earlier_versions as readonly SharedAnswer[],
  };
}
