import { schoolClass } from './school-class.ts';
import { step, type Step } from './school.ts';

const { group_id } = schoolClass;

/** A teacher makes a class and lets pupils in; they read it. */
export function groupSteps(): readonly Step[] {
  let join_code = '';
  return [
    step('gres', 'groupsCreateNew', 'teacher', async (groups) => {
      const { group } = await groups.groupsCreateNew({
        body: { ...schoolClass, subject: 'teacher', name: '5b' },
      });
      join_code = group.join_code!;
    }),
    step('gres', 'groupsAddMemberships', 'teacher', (groups) =>
      groups.groupsAddMemberships({
        body: {
          group_id,
          memberships: [
            { subject: 'pupil', group_role: 'member', membership_types: ['HasLicenses'] },
          ],
        },
      }),
    ),
    step('gres', 'groupsAcceptMemberships', 'pupil', (groups) =>
      groups.groupsAcceptMemberships({
        body: { group_id, memberships: [{ subject: 'pupil', membership_types: [] }] },
      }),
    ),
    step('gres', 'groupsJoin', 'classmate', (groups) =>
      groups.groupsJoin({ body: { subject: 'classmate', join_code } }),
    ),
    step('gres', 'groupsAcceptMemberships', 'teacher', (groups) =>
      groups.groupsAcceptMemberships({
        body: { group_id, memberships: [{ subject: 'classmate', membership_types: [] }] },
      }),
    ),
    step('gres', 'groupsSetMemberships', 'teacher', (groups) =>
      groups.groupsSetMemberships({
        body: {
          group_id,
          memberships: [
            { subject: 'classmate', group_role: 'member', membership_types: ['HasLicenses'] },
          ],
        },
      }),
    ),
    step('gres', 'groupsInspect', 'pupil', (groups) =>
      groups.groupsInspect({ body: { subject: 'pupil', group_id } }),
    ),
    step('gres', 'groupsGetUpdated', 'pupil', (groups) =>
      groups.groupsGetUpdated({
        body: { subject: 'pupil', known_groups: [{ group_id, transaction_index: 1 }] },
      }),
    ),
    step('gres', 'transactionsCreateNew', 'teacher', (groups) =>
      groups.transactionsCreateNew({
        body: {
          group_id,
          transaction_id: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e02',
          changes: [
            { change_type: 'GROUP_NAME_SET', name: 'Klasse 5b' },
            { change_type: 'JOIN_CODE_RENEWED' },
          ],
        },
      }),
    ),
    step('gres', 'transactionsGetAfterIndex', 'pupil', (groups) =>
      groups.transactionsGetAfterIndex({ body: { subject: 'pupil', group_id, after_index: 0 } }),
    ),
    step('gres', 'usersUpdate', 'pupil', (groups) =>
      groups.usersUpdate({
        body: {
          subject: 'pupil',
          group_id,
          display_name: 'Mia',
          sharings: [
            { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Notes', 'Answers'] },
          ],
        },
      }),
    ),
    step('gres', 'serviceMigrateGroups', 'administrator', (groups) =>
      groups.serviceMigrateGroups({
        body: { from_provider_id: 'OLD_1', to_provider_id: schoolClass.provider_id },
      }),
    ),
    step('gms', 'gmsGroupsGet', 'teacher', (groups) =>
      groups.gmsGroupsGet({
        body: { subject: 'teacher', provider_id: schoolClass.provider_id },
      }),
    ),
    step('gms', 'gmsMembersGet', 'pupil', (groups) =>
      groups.gmsMembersGet({ body: { subject: 'pupil', ...schoolClass } }),
    ),
    step('gms', 'gmsMembershipCheck', 'pupil', (groups) =>
      groups.gmsMembershipCheck({ body: { subject: 'pupil', ...schoolClass } }),
    ),
  ];
}

/** Products of the class; there must be licences by then. */
export function groupProductSteps(): readonly Step[] {
  return [
    step('gp', 'gpGroups', 'teacher', (products) =>
      products.gpGroups({ body: { subject: 'teacher' } }),
    ),
    step('gp', 'gpGroupsStudents', 'teacher', (products) =>
      products.gpGroupsStudents({ body: { subject: 'teacher', group_id } }),
    ),
    step('gp', 'gpGroupsSeats', 'teacher', (products) =>
      products.gpGroupsSeats({ body: { subject: 'teacher', group_id } }),
    ),
  ];
}

/** The end of the school year. */
export function closingGroupSteps(): readonly Step[] {
  return [
    step('gres', 'groupsRevokeMemberships', 'teacher', (groups) =>
      groups.groupsRevokeMemberships({
        body: { group_id, memberships: [{ subject: 'classmate' }] },
      }),
    ),
    step('gres', 'groupsDelete', 'teacher', (groups) =>
      groups.groupsDelete({ body: { group_id } }),
    ),
  ];
}
