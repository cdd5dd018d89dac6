import type { Access, DocumentName } from '../access/access.ts';
import type { KeyAndSecret } from '../access/api-keys.ts';
import { noMembers } from '../access/read-members.ts';
import { coursesNamedIn } from '../access/seen-activities.ts';
import { keepOfSession } from './keep-statements.ts';
import { authorityOf, learner, type Cmi5Parts } from './parts.ts';
import { isSecret, readSessionKey } from './session-key.ts';
import { findSession, type Session } from './sessions.ts';
import { launchDataId, preferencesId } from './vocabulary.ts';

/** Finds out which session somebody comes from, and what it may. `undefined`: from none. */
export type AdmitSession = (credentials: KeyAndSecret) => Promise<Access | undefined>;

/** How long an answer to the last statement may get lost and be asked for again (section 9.3.8). */
const graceInMs = 60_000;

export function createAdmitSession(parts: Cmi5Parts): AdmitSession {
  return async ({ key, secret }) => {
    const named = readSessionKey(key);
    if (!named) return undefined;
    // Whoever has moved since the launch is found where it is now.
    const subject = await parts.agentKeys.keyOf(learner(parts, named.subject));
    const session =
      subject === undefined
        ? undefined
        : ((await findSession(parts.database, subject, named.sessionId)) ??
          // Linked, but not moved yet.
          (await findSession(parts.database, named.subject, named.sessionId)));
    if (!session || !isSecret(secret, session.token_hash) || !isOpen(session)) return undefined;
    return accessOf(parts, session);
  };
}

function isOpen({ ended_at, ended_by, expires_at }: Session): boolean {
  const now = Date.now();
  if (expires_at.getTime() <= now || ended_by === 'abandoned') return false;
  return ended_at === null || now - ended_at.getTime() < graceInMs;
}

/** What is of the session, and nothing else of the learner. */
function accessOf(parts: Cmi5Parts, session: Session): Access {
  const { subject, registration, activity_id } = session;
  return {
    authority: authorityOf(parts, 'cmi5-content'),
    subject,
    mayWriteStatements: true,
    mayRedefine: false,
    statementsReadable: 'own',
    // Its launch was asked about at the door; other courses were not.
    async seenActivities(ids) {
      const named = await coursesNamedIn(parts.database, ids);
      return ids.filter(
        (id) =>
          id === activity_id || id.startsWith(`${activity_id}/`) || named.get(id)!.length === 0,
      );
    },
    mayReadActivityProfiles: true,
    mayWriteActivityProfiles: false,
    mayRead: async (_data, agentKey) => agentKey === subject,
    mayWrite: (data, agentKey) => data !== 'person' && agentKey === subject,
    members: async () => noMembers,
    recordLooks: async () => {},
    mayRemoveOthers: false,
    recordReadingAll: async () => {},
    session: {
      registration,
      mayUse: (document, intent) => isOfSession(document, intent, session),
      keep: (given, keeper) => keepOfSession(parts, session, given, keeper),
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
