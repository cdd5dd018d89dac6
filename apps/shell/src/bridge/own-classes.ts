import { CallFailed } from '@lectern/contracts/client';
import { groupsCalls } from '@lectern/contracts/calls/groups/groups';
import type { OwnClass, PublicationIssue } from '@lectern/sdk/protocol';
import { teachersOf } from '../classes/members.ts';
import { inNameOrder } from '../texts/in-name-order.ts';
import { askService } from './ask-service.ts';
import type { Asker } from './assignments.ts';

const { groupsGetUpdated, groupsInspect } = groupsCalls;

/**
 * The classes that the user is a pupil of, in the order of their names. Answers are read by a sharing of their own issue
 * (docs/decisions/0054). Of a class that does not read them content learns neither its name nor those of its teachers.
 */
export async function getOwnClasses(
  { clientOf, store, subject }: Asker,
  { course_id_dto: { course_id }, issue_id_dto: { issue_id } }: PublicationIssue,
): Promise<readonly OwnClass[]> {
  const gres = clientOf('gres', { groupsGetUpdated, groupsInspect });

  async function inspect(
    { group_id, label }: { readonly group_id: string; readonly label: string },
    signal: AbortSignal,
  ): Promise<readonly OwnClass[]> {
    const read = await gres
      .groupsInspect({ body: { subject, group_id }, signal, xIaSubject: subject })
      .catch((error: unknown) => {
        // Left, or deleted, meanwhile.
        if (error instanceof CallFailed && error.code === 'GROUP_NOT_FOUND') return undefined;
        throw error;
      });
    const own = read?.memberships.find((membership) => membership.subject === subject);
    if (!read || own?.group_role !== 'member' || own.membership_state !== 'accepted') return [];
    const shares_answers = (own.sharings ?? []).some(
      (sharing) =>
        sharing.course_id === course_id &&
        sharing.issue_id === issue_id &&
        sharing.sharing_types.includes('Answers'),
    );
    if (!shares_answers) return [{ group_id, name: '', shares_answers, readers: [] }];
    const { memberships } = read;
    const shared_since = own.began_at;
    return [
      {
        group_id,
        name: label,
        shares_answers,
        ...(shared_since !== undefined && { shared_since }),
        readers: teachersOf(memberships),
      },
    ];
  }

  return askService(store, 'Could not read the classes of a pupil.', async (signal) => {
    const body = { subject, known_groups: [] };
    const { groups } = await gres.groupsGetUpdated({ body, signal, xIaSubject: subject });
    const classes = await Promise.all(
      inNameOrder(groups.filter(({ membership_state }) => membership_state === 'accepted')).map(
        (group) => inspect(group, signal),
      ),
    );
    return classes.flat();
  });
}
