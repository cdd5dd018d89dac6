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
    // What is delivered while the service answers may be missing in the answer, and waits no more either.
    let isDelivered = false;
    const stop = outbox.onOutcome(({ kind }) => (isDelivered ||= kind === 'feedback delivered'));
    try {
      const page = await askService(store, 'Could not read the answers of a class.', (signal) =>
        clag.exerciseGetForGroup({ body, signal, xIaSubject: subject }),
      );
      const members = await Promise.all(
        page.members.map((member) => withKept(outbox, subject, asked, member)),
      );
      const { members_count, next_cursor } = page;
      if (!isDelivered || readings === readingsMaximum)
        return { members_count, members, ...(next_cursor !== undefined && { next_cursor }) };
    } finally {
      stop();
    }
  }
}

async function withKept(
  outbox: Outbox,
  author: string,
  { course_id_dto, issue_id_dto, group_id, exercise_ids }: ClassAnswersAsked,
  member: Member,
): Promise<ClassMember> {
  const { subject, display_name, shared_since, earlier_versions = [] } = member;
  const stored = ofExercises(member.feedback);
  const { undelivered, refused } = outbox.saveState;
  const feedback = await Promise.all(
    [...new Set(exercise_ids)].map(async (exercise_id) => {
      const own = stored.get(exercise_id) ?? [];
      const read = async () => ({ feedback: own });
      const exercise_dto = { exercise_id };
      const scope = {
        course_id_dto,
        issue_id_dto,
        exercise_dto,
        group_id,
        member_subject: subject,
      };
      // Only where anything is kept here: a class has many lanes.
      const shown =
        undelivered + refused > 0
          ? ((await outbox.readFeedback(scope, read)).feedback ?? [])
          : own.map((each) => ({ ...each, delivered: true }));
      // What waits here is the user's own, and names neither exercise nor class.
      return shown.map((each) => ({ exercise_id, group_id, author: { subject: author }, ...each }));
    }),
  );
  return {
    subject,
    ...(display_name !== undefined && { display_name }),
    ...(shared_since !== undefined && { shared_since }),
    // The contract's answers have the members that the protocol names.
    answers: member.answers as readonly SharedAnswer[],
    feedback: feedback.flat() as unknown as readonly Feedback[],
    earlier_versions: earlier_versions as readonly SharedAnswer[],
  };
}

function ofExercises(all: Member['feedback']): ReadonlyMap<string, Member['feedback']> {
  return Map.groupBy(all, ({ exercise_id }) => exercise_id);
}
