import type { Access, DocumentName } from '../access/access.ts';
import type { KeyAndSecret } from '../access/api-keys.ts';
import { noMembers } from '../access/read-members.ts';
import { noActivity } from '../store/definitions.ts';
import { coursesOfActivities } from '../store/activity-courses.ts';
import type { CourseDoor } from '../../course-access/public.ts';
import { mayGoOn, type Issue } from './structure-access.ts';
import { keepOfSession } from './keep-statements.ts';
import { authorityOf, learner, type Cmi5Dependencies } from './own-statements.ts';
import { isSecret, readSessionKey } from './session-key.ts';
import { findSession, type Session } from './sessions.ts';
import { launchDataId, preferencesId } from './vocabulary.ts';

/**
 * Finds out which session somebody comes from, and what it may.
 *
 * @returns why it may nothing: it comes from none, or the learner could not launch the unit any more
 */
export type AdmitSession = (
  credentials: KeyAndSecret,
) => Promise<Access | 'SESSION_REFUSED' | 'SESSION_CLOSED'>;

/** How long an answer to the last statement may get lost and be asked for again (section 9.3.8). */
const graceInMs = 60_000;

export function createAdmitSession(dependencies: Cmi5Dependencies, door: CourseDoor): AdmitSession {
  return async ({ key, secret }) => {
    const named = readSessionKey(key);
    if (!named) return 'SESSION_REFUSED';
    const { agentKeys, database, directory } = dependencies;
    const subject = await agentKeys.keyOf(learner(dependencies, named.subject));
    if (subject === undefined) return 'SESSION_REFUSED';
    // Where its learner has moved to since the launch; or linked, and not moved yet.
    const session = await findSession(database, [subject, named.subject], named.sessionId);
    if (!session || !isSecret(secret, session.token_hash) || !isOpen(session)) {
      return 'SESSION_REFUSED';
    }
    // Licences are where the session is; roles where a link leads.
    const permissions = await directory.permissionsOf(await directory.rolesOf(subject));
    const visitor = { subject: session.subject, permissions, hasBegun: true };
    const isOpened =
      permissions.has('record.write') && (await mayGoOn(database, door, visitor, session));
    return isOpened ? accessOf(dependencies, session, subject) : 'SESSION_CLOSED';
  };
}

function isOpen({ ended_at, ended_by, expires_at }: Session): boolean {
  const now = Date.now();
  if (expires_at.getTime() <= now || ended_by === 'abandoned') return false;
  return ended_at === null || now - ended_at.getTime() < graceInMs;
}

/** Opens the session's data, and nothing else of the learner. */
function accessOf(
  dependencies: Cmi5Dependencies,
  session: Session & Issue,
  linkedTo: string,
): Access {
  const { subject, registration, course_id } = session;
  return {
    authority: authorityOf(dependencies, 'cmi5-content'),
    subject,
    mayWriteStatements: true,
    mayRedefine: noActivity,
    statementsReadable: 'own',
    // Its own course was asked about at the door; other courses were not.
    async seenActivities(ids) {
      const coursesOf = await coursesOfActivities(dependencies.database, ids);
      return ids.filter((id) => coursesOf.get(id)!.every((course) => course === course_id));
    },
    mayReadActivityProfiles: true,
    mayWriteActivityProfile: async () => false,
    mayRead: async (_data, agentKey) => agentKey === subject,
    mayWrite: (data, agentKey) => data !== 'person' && agentKey === subject,
    members: async () => noMembers,
    recordLooks: async () => {},
    mayRemoveOthers: false,
    recordReadingAll: async () => {},
    session: {
      registration,
      linkedTo,
      mayUse: (document, intent) => isOfSession(document, intent, session),
      keep: (given, keeper) => keepOfSession(dependencies, session, given, keeper),
    },
  };
}

function isOfSession(
  document: DocumentName,
  intent: 'read' | 'write',
  { activity_id, registration }: Session,
): boolean {
  switch (document.kind) {
    case 'agent-profile':
      return document.profileId === preferencesId;
    case 'activity-profile':
      return intent === 'read' && document.activityId === activity_id;
    case 'state': {
      const { stateId } = document;
      if (document.activityId !== activity_id || document.registration !== registration)
        return false;
      // All states at once would be the launch data, too.
      return intent === 'read' || (stateId !== undefined && stateId !== launchDataId);
    }
    default:
      return false;
  }
}
