import type { Answer, Identity, License, Property } from '@lectern/contracts';
import type { userCalls } from '@lectern/contracts/calls/users/user';
import { userSessionKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/** Another account that leads to the user, for `user/unlink`. */
export type UserLink = NonNullable<
  Answer<(typeof userCalls)['userGetIdentities']>['links']
>[number];

/** The session of a signed-in user (specification, section 3). */
export interface UserSession {
  readonly deviceID: string;
  readonly user: {
    readonly subject: string;
    readonly given_name?: string | undefined;
    readonly family_name?: string | undefined;
  };
  /** The user's licences for this publication. */
  readonly licences: readonly License[];
  /** They could not be loaded yet, which is tried again. */
  readonly areLicencesMissing?: true | undefined;
  readonly properties: readonly Property[];
  readonly identities: readonly Identity[];
  /** Other accounts that lead to the user and can still be undone. */
  readonly links?: readonly UserLink[] | undefined;
  /** True for a leader of at least one group. */
  readonly isTeacher: boolean;
  /** The user may make classes; absent: not known. */
  readonly mayLead?: boolean | undefined;
  /** Key of the entries that wait on this device. Never stored: absent after a reload. */
  readonly outboxKey?: string | undefined;
  /** Names of the user's roles, once they are known. Never stored: they may be others after a reload. */
  readonly roles?: readonly string[] | undefined;
}

/** True where pages speak to a teacher, who may lead no class yet, rather than to a pupil. */
export function isSpokenToAsTeacher({ isTeacher, mayLead }: UserSession): boolean {
  return isTeacher || mayLead === true;
}

/** The group of an identity that marks a Panda login (specification, section 6). */
const pandaLoginGroup = 'aua_group_sv_pandalogin';

export function isPandaLogin({ identities }: UserSession): boolean {
  return identities.some(({ groups }) => groups.includes(pandaLoginGroup));
}

/**
 * The stored session, or nothing when there is none or it is damaged. Of the rest of it nothing is certain, see
 * `stored-session.ts`.
 */
export function readUserSession(): UserSession | undefined {
  const session = storage('session').readJson(userSessionKey) as Partial<UserSession> | null;
  return typeof session?.user?.subject === 'string' && Array.isArray(session.licences)
    ? (session as UserSession)
    : undefined;
}

export function forgetUserSession(): void {
  storage('session').remove(userSessionKey);
}

export function writeUserSession(session: UserSession): void {
  storage('session').write(
    userSessionKey,
    JSON.stringify({ ...session, outboxKey: undefined, roles: undefined }),
  );
}
