import type { Caller } from '../../authorization/authorize.ts';
import type { Access } from './access.ts';

interface PersonParts {
  /** Home page of the accounts that persons are named by. */
  readonly issuer: string;
  /** The members of the groups that a subject leads. */
  readonly membersLedBy: (leader: string) => Promise<readonly string[]>;
  /** Records that the caller reads what is another subject's; without one, what is everybody's. */
  readonly recordActing: (subject: string | undefined) => Promise<void>;
}

/**
 * What a person may do: read and write what is its own, and read what is of those whose group it leads,
 * or of anybody with the permission for that.
 */
export function personAccess(
  { subject, clientId, permissions }: Caller,
  { issuer, membersLedBy, recordActing }: PersonParts,
): Access {
  const mayReadAny = permissions.has('record.read-any');
  let readable: Promise<readonly string[]> | undefined;
  const readableSubjects = () => (readable ??= findReadable());
  const findReadable = async () =>
    permissions.has('group.lead') ? [subject, ...(await membersLedBy(subject))] : [subject];
  return {
    // The same as of what content records: it is the application that says so.
    authority: { objectType: 'Agent', account: { homePage: issuer, name: clientId } },
    subject,
    mayWriteStatements: permissions.has('record.write'),
    // What one pupil writes is not what all others are told of an activity.
    mayRedefine: permissions.has('content.publish'),
    statementsReadable: !permissions.has('record.read') ? 'none' : mayReadAny ? 'all' : 'own',
    mayReadActivityProfiles: permissions.has('record.read'),
    mayWriteActivityProfiles: permissions.has('content.publish'),
    async mayRead(_data, agentKey) {
      if (!permissions.has('record.read')) return false;
      if (agentKey === subject) return true;
      if (mayReadAny) {
        await recordActing(agentKey);
        return true;
      }
      return (await readableSubjects()).includes(agentKey);
    },
    mayWrite: (data, agentKey) =>
      data !== 'person' && agentKey === subject && permissions.has('record.write'),
    readableSubjects,
    // There is no permission to write for others.
    mayRemoveOthers: false,
    recordReadingAll: () => recordActing(undefined),
  };
}
