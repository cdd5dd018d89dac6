import type { feedbackCalls } from '@lectern/contracts/calls/annotations/feedback';
import { ledMembers, sharedTypes } from '../course-access/public.ts';
import { requireLeading } from '../groups/public.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { toSharedAnswer } from './exercise/shared-answers.ts';
import { readEarlier, readFeedback, receivedOf } from './feedback/read.ts';
import { hasGiven, saveFeedback } from './feedback/save.ts';
import { checkPlace, stateOf } from './items/exchange.ts';
import { readSyncCursor, writeSyncCursor } from './items/sync-cursor.ts';
import { issueOf } from './items/wire.ts';

const defaultPageSize = 100;

export function feedbackHandlers(database: Database): Handlers<typeof feedbackCalls> {
  return {
    async feedbackSaveForMember({ body, caller, refusal }) {
      const { subject, group_id, member_subject, feedback: given } = body;
      const ids = [...new Set(given.map(({ feedback_id }) => feedback_id))];
      if (ids.length < given.length) throw refusal('FEEDBACK_REPEATED');
      const issue = issueOf(member_subject, body);
      const { aliases } = caller;
      const isRemoval = given.length > 0 && given.every(({ is_removed }) => is_removed);
      // Authors remove their words also after they have left the group.
      if (!isRemoval || !(await hasGiven(database, issue, { group_id, aliases }, ids))) {
        await requireLeading(database, subject, group_id, refusal);
      }
      if (given.length === 0) return { feedback: [], result_state: 'IA_OK' };
      const [member] = await ledMembers(database, subject, { group_id, subject: member_subject });
      const readsSince =
        member && sharedTypes(member, issue).includes('Answers') ? member.since : undefined;
      const author = { group_id, subject, aliases, readsSince };
      const feedback = await database
        .transaction()
        .execute((transaction) => saveFeedback(transaction, issue, author, given, refusal));
      const isUnchanged = feedback.every(({ outcome }) => outcome === 'unchanged');
      return { feedback, ...(isUnchanged && { result_state: 'IA_OK' as const }) };
    },

    async feedbackGetForIssue({ body, refusal }) {
      const { exercise_ids, limit = defaultPageSize, with_earlier_versions = false } = body;
      const issue = issueOf(body.subject, body);
      const question = {
        call: 'feedbackGetForIssue',
        ...issue,
        exercise_ids: exercise_ids?.toSorted() ?? null,
      };
      const place = body.cursor === undefined ? undefined : readSyncCursor(question, body.cursor);
      if (body.cursor !== undefined && !place) throw refusal('CURSOR_INVALID');
      const { epoch, lastIndex } = await stateOf(database, issue);
      // Removed feedback is never forgotten.
      if (place?.epoch) checkPlace(place, { epoch, lastIndex, forgottenThrough: 0 }, refusal);
      const { rows, hasMore } = await readFeedback(database, issue, {
        exerciseIds: exercise_ids,
        after: place?.after ?? 0,
        limit,
        withEarlier: with_earlier_versions,
      });
      const after = Number(rows.at(-1)?.change_index ?? place?.after ?? 0);
      const [feedback, earlier] = await Promise.all([
        receivedOf(database, rows),
        with_earlier_versions ? readEarlier(database, issue, rows) : undefined,
      ]);
      return {
        feedback: [...feedback],
        ...(earlier && { earlier_versions: earlier.map(toSharedAnswer) }),
        next_cursor: writeSyncCursor(question, { epoch, after }),
        has_more: hasMore,
      };
    },
  };
}
