import type { Caller } from '../../authorization/authorize.ts';
import type { ReadableMember } from '../../course-access/public.ts';
import type { Access } from './access.ts';
import { noMembers, readMembers, type ReadMembers } from './read-members.ts';
import type { FindPublished } from './published-activities.ts';
import type { SeenActivities } from './seen-activities.ts';

interface PersonDependencies {
  /** Home page of the accounts that persons are named by. */
  readonly issuer: string;
  readonly seenActivities: SeenActivities;
  readonly findPublished: FindPublished;
  readonly membersReadBy: (leader: string) => Promise<readonly ReadableMember[]>;
  /** Tells subjects who has looked at what is theirs. */
  readonly recordLooks: (reader: string, subjects: readonly string[]) => Promise<void>;
  /** Records that the caller reads what is another subject's; without one, what is everybody's. */
  readonly recordActing: (subject: string | undefined) => Promise<void>;
}

/** Nothing is stored after it. */
const never = 'infinity';

/**
 * Rights of a person: its own data, those that members of its groups let it read, or with a permission
 * everybody's.
 */
export function personAccess(caller: Caller, dependencies: PersonDependencies): Access {
  const { issuer, seenActivities, membersReadBy, recordLooks, recordActing } = dependencies;
  const { subject, clientId, permissions } = caller;
  // Statements are found by agents, of whom nobody says whose customers they are.
  const mayReadAny = permissions.has('record.read-any') && permissions.has('mandant.any');
  let found: Promise<ReadMembers> | undefined;
  const members = () => (found ??= findMembers());
  const findMembers = async () =>
    permissions.has('group.lead') ? readMembers(await membersReadBy(subject)) : noMembers;
  const looks = (subjects: readonly string[]) => recordLooks(subject, subjects);
  return {
    // The same as of what content records: it is the application that says so.
    authority: { objectType: 'Agent', account: { homePage: issuer, name: clientId } },
    subject,
    mayWriteStatements: permissions.has('record.write'),
    // A pupil's words about an activity are not shown to others.
    mayRedefine: async (ids) => (await dependencies.findPublished(caller, ids)).all,
    statementsReadable: !permissions.has('record.read') ? 'none' : mayReadAny ? 'all' : 'own',
    seenActivities: (ids) => seenActivities(caller, ids),
    mayReadActivityProfiles: permissions.has('record.read'),
    // A profile stays when its activity comes to belong to somebody's course.
    mayWriteActivityProfile: async (id) =>
      (await dependencies.findPublished(caller, [id])).ofCourses.has(id),
    async mayRead(data, agentKey, activityId = '') {
      if (!permissions.has('record.read')) return false;
      if (agentKey === subject) return true;
      if (mayReadAny) {
        await recordActing(agentKey);
        return true;
      }
      const { since, sharesSince } = await members();
      const isRead =
        data === 'person'
          ? since.has(agentKey)
          : data === 'state' &&
            sharesSince(agentKey, activityId.split('/'), 'Answers') !== undefined;
      if (isRead) await looks([agentKey]);
      return isRead;
    },
    async statesSince(agentKey, activityId) {
      if (agentKey === subject || mayReadAny) return undefined;
      return (await members()).sharesSince(agentKey, activityId.split('/'), 'Answers') ?? never;
    },
    mayWrite: (data, agentKey) =>
      data !== 'person' && agentKey === subject && permissions.has('record.write'),
    members,
    recordLooks: looks,
    // There is no permission to write for others.
    mayRemoveOthers: false,
    recordReadingAll: () => recordActing(undefined),
  };
}
