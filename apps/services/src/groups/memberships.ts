import type { Answer, Contract, ResultMessage } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Caller } from '../authorization/authorize.ts';
import { erasedAmong } from '../authorization/erased-subjects.ts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import { generalError, type CallError } from '../http/errors.ts';
import type { CallRequest, CallResult, Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { formerNamesOf } from '../storage/person-names.ts';
import { updateGroup, type UpdatedGroup } from './group-log.ts';
import {
  invitedAs,
  membershipOf,
  readMembers,
  type Member,
  type Members,
  type Standing,
} from './group-row.ts';
import { isLeader, lockLivingGroup, requireLeader, type LockedGroup } from './led-group.ts';
import { subjectsInTooManyGroups } from './limits.ts';
import {
  decideAccepting,
  decideAdding,
  decideRevoking,
  decideSetting,
  decideTaking,
  endInvitation,
  withoutName,
  type Decision,
} from './membership-decisions.ts';
import { readNames } from './names-of-others.ts';

type MembershipCalls = Pick<
  Contract['gres'],
  | 'groupsAddMemberships'
  | 'groupsAcceptMemberships'
  | 'groupsSetMemberships'
  | 'groupsRevokeMemberships'
>;
type Request = CallRequest<MembershipCalls[keyof MembershipCalls]>;
type Result = Answer<MembershipCalls['groupsAddMemberships']>['results'][number];

/** The calls under `/v1/groups` that change memberships: each request is one transaction of one group. */
export function membershipHandlers(
  database: Database,
  directory: Pick<SubjectDirectory, 'resolveAll'>,
): Handlers<MembershipCalls> {
  return {
    async groupsAddMemberships(named) {
      const request = await withCurrentSubjects(named, directory);
      const { body, caller } = request;
      return changeMemberships(database, request, requireLeader, async (transaction, members) => {
        const news = body.memberships
          .map(({ subject }) => subject)
          .filter((subject) => !members.has(subject));
        const full = await subjectsInTooManyGroups(transaction, sql`${news}`);
        const declined = await whoDeclined(transaction, body.group_id, news);
        const erased = await erasedAmong(transaction, news);
        const isSchool = isOfSchool(caller, members);
        return (item, members) =>
          decideAdding(members, item, isSchool, {
            isFull: full.has(item.subject),
            hasDeclined: declined.has(item.subject),
            isErased: erased.has(item.subject),
          });
      });
    },
    async groupsAcceptMemberships(named) {
      const request = await withCurrentSubjects(named, directory);
      const { caller } = request;
      return changeMemberships(
        database,
        request,
        // A request is accepted by a leader alone.
        requireLeaderOrOwn(request, 'requested'),
        async (transaction, members) => {
          const isInvited = members.get(caller.subject)?.membership_state === 'invited';
          const own = isInvited ? [caller.subject] : [];
          const full = await subjectsInTooManyGroups(transaction, sql`${own}`);
          return (item, members) => decideAccepting(members, item, caller, full.has(item.subject));
        },
      );
    },
    async groupsSetMemberships(named) {
      const request = await withCurrentSubjects(named, directory);
      const { body, caller } = request;
      return changeMemberships(
        database,
        request,
        requireLeader,
        async (transaction, members) => {
          const led = body.memberships.filter(({ group_role }) => group_role === 'leader');
          const declined = await whoDeclinedToLead(
            transaction,
            body.group_id,
            led.map(({ subject }) => subject),
          );
          const isSchool = isOfSchool(caller, members);
          return (item, members) =>
            decideSetting(members, item, isSchool, declined.has(item.subject));
        },
        decideTaking,
      );
    },
    async groupsRevokeMemberships(named) {
      const request = await withCurrentSubjects(named, directory);
      const { body, caller } = request;
      const isLeaving = body.memberships.every(({ subject }) => subject === caller.subject);
      const left = isLeaving && (await hasLeft(database, body.group_id, caller));
      if (left) return { ...left, result_state: 'IA_OK' };
      return changeMemberships(
        database,
        request,
        requireLeaderOrOwn(request),
        async () => (item, members) => decideRevoking(members, item),
        decideRevoking,
      );
    },
  };
}

/**
 * Whether a caller changes a group in the name of the school: it leads none of its members. A change before that in
 * the same request does not count.
 */
function isOfSchool({ subject }: Caller, before: Members): boolean {
  return !isLeader(before.get(subject));
}

/**
 * Names those whom links lead to: a membership of a subject that nobody signs in as would be nobody's.
 *
 * @throws {CallError} where two of the request are one.
 */
async function withCurrentSubjects<Item extends { readonly subject: string }>(
  { body: { group_id, memberships: named }, caller, refusal, record }: RequestOf<Item>,
  directory: Pick<SubjectDirectory, 'resolveAll'>,
): Promise<RequestOf<Item>> {
  const subjects = await directory.resolveAll(named.map(({ subject }) => subject));
  if (new Set(subjects).size < subjects.length) {
    throw generalError('REQUEST_INVALID', 'A subject appears twice, under names that are linked.');
  }
  const memberships = named.map((item, place) => ({ ...item, subject: subjects[place]! }));
  return { body: { group_id, memberships }, caller, refusal, record };
}

/**
 * Lets those who are not leaders change what is about nobody but themselves.
 *
 * @param except A state of the own membership about which a leader decides all the same.
 */
function requireLeaderOrOwn(
  { body, caller: { subject, aliases } }: RequestOf<{ subject: string }>,
  except?: Standing['membership_state'],
): Require {
  const isOwn = body.memberships.every((item) => item.subject === subject);
  return (group, caller, refusal) => {
    const held = [subject, ...aliases].map((name) => group?.members.get(name)).find(Boolean);
    if (!isOwn || !held || held.membership_state === except) requireLeader(group, caller, refusal);
  };
}

/** Those of subjects who have declined an invitation of a group. */
async function whoDeclined(
  transaction: Database,
  groupId: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('gres.subject_groups')
    .select('subject')
    .where('group_id', '=', groupId)
    .where('membership_state', '=', 'declined')
    .where(sql<boolean>`subject = any(${subjects}::text[])`)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

/** Those of subjects who have declined to lead a group since they are its members. */
async function whoDeclinedToLead(
  transaction: Database,
  groupId: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject
    from gres.members cross join lateral (
      select from gres.transactions
      where group_id = members.group_id and made_at >= began_at and changes @> jsonb_build_array(
        jsonb_build_object('subject', subject, 'declines_to_lead', true)
      )
      limit 1
    ) declined
    where group_id = ${groupId} and subject = any(${subjects}::text[])
  `.execute(transaction);
  return new Set(rows.map(({ subject }) => subject));
}

/** @throws where the caller may not change memberships of the group. */
type Require = (
  group: LockedGroup | undefined,
  caller: Caller,
  refusal: (code: 'GROUP_NOT_FOUND' | 'GROUP_NOT_LED') => CallError,
) => void;

/**
 * @param decideFormer What becomes of a membership that a person has under a former name, by a call that takes:
 *   else it would come back with the move of that name's data.
 */
async function changeMemberships<Item extends { readonly subject: string }>(
  database: Database,
  { body: { group_id, memberships }, caller, refusal, record }: RequestOf<Item>,
  requireAllowed: Require,
  prepare: (
    transaction: Database,
    members: Members,
  ) => Promise<(item: Item, members: ReadonlyMap<string, Standing>) => Decision>,
  decideFormer?: (members: ReadonlyMap<string, Standing>, item: Item) => Decision,
): Promise<CallResult<MembershipCalls['groupsAddMemberships']>> {
  return database.transaction().execute(async (transaction) => {
    const subjects = memberships.map(({ subject }) => subject);
    const formerNames = await formerNamesOf(transaction, decideFormer ? subjects : []);
    const named = [...subjects, ...[...formerNames.values()].flat()];
    const group = await lockLivingGroup(transaction, group_id, named);
    requireAllowed(group, caller, refusal);
    const { row, members: before } = group!;
    const decide = await prepare(transaction, before);
    let members = new Map<string, Standing>(before);
    const decisions = new Map<string, Decision>();
    const shownAs = new Map<string, string>();
    for (const item of memberships) {
      const { subject } = item;
      const attempted = new Map(members);
      const own = new Map<string, Decision>();
      const decideName = (name: string, decision: Decision) => {
        own.set(name, decision);
        if ('write' in decision) attempted.set(name, decision.write);
        if ('revoke' in decision) attempted.delete(name);
      };
      decideName(subject, decide(item, attempted));
      for (const name of formerNames.get(subject) ?? []) {
        if (!attempted.has(name)) continue;
        decideName(name, decideFormer!(attempted, { ...item, subject: name }));
      }
      const last = [...own.values()].find(
        (decision) => 'refusal' in decision && decision.refusal === 'LAST_LEADER',
      );
      if (last) {
        decisions.set(subject, last);
        continue;
      }
      members = attempted;
      for (const [name, decision] of own) decisions.set(name, decision);
      const changed = [...own.keys()].find((name) => own.get(name)!.outcome === 'CHANGED');
      shownAs.set(subject, changed ?? subject);
    }
    if (takesLeaderAway(decisions, before, caller)) {
      await endInvitationsToLead(transaction, group_id, before, decisions);
    }
    await dropNamesOfOthers(transaction, group_id, before, decisions);
    const done = [...decisions.values()].filter((decision) => decision.outcome === 'CHANGED');
    const updated: UpdatedGroup | undefined =
      done.length === 0
        ? undefined
        : await updateGroup(transaction, group_id, {
            changes: done.map(({ change }) => change),
            madeBy: caller.subject,
            write: done.flatMap((decision) => ('write' in decision ? [decision.write] : [])),
            revoke: done.flatMap((decision) =>
              'revoke' in decision ? [decision.revoke.subject] : [],
            ),
          });
    for (const { change } of done) await record(transaction, auditedChange(group_id, change));

    const seesSharings = (subject: string) =>
      isLeader(before.get(caller.subject)) || subject === caller.subject;
    const results = subjects.map((subject) => {
      const name = shownAs.get(subject) ?? subject;
      return resultOf(subject, decisions.get(name)!, before.get(name), {
        madeAt: updated?.madeAt,
        seesSharings: seesSharings(subject),
      });
    });
    return {
      results,
      transaction_index: (updated?.row ?? row).transaction_index,
      ...resultStateOf(results),
    };
  });
}

/** Whether another leader than the caller leads no more. */
function takesLeaderAway(
  decisions: ReadonlyMap<string, Decision>,
  before: Members,
  caller: Caller,
): boolean {
  return [...decisions].some(([subject, decision]) => {
    if (caller.aliases.has(subject) || !isLeader(before.get(subject))) return false;
    return 'revoke' in decision || ('write' in decision && !isLeader(decision.write));
  });
}

/** Whom a leader has invited to lead would give it back what was taken from it. */
async function endInvitationsToLead(
  transaction: Database,
  groupId: string,
  before: Members,
  decisions: Map<string, Decision>,
): Promise<void> {
  const invited = [...before.values()]
    .filter((member) => invitedAs(member) === 'leader' && !decisions.has(member.subject))
    .map(({ subject }) => subject);
  if (invited.length === 0) return;
  // With what they share, which is written again.
  const whole = await readMembers(transaction, groupId, invited);
  for (const subject of invited) decisions.set(subject, endInvitation(whole.get(subject)!));
}

/**
 * Nobody becomes a member by the name of another one, whether it has asked under that name or a leader has called
 * it so: it goes by the name that the platform knows.
 */
async function dropNamesOfOthers(
  transaction: Database,
  groupId: string,
  before: Members,
  decisions: Map<string, Decision>,
): Promise<void> {
  const joining = [...decisions.values()].flatMap((decision) => {
    if (!('write' in decision)) return [];
    const { subject, membership_state, display_name } = decision.write;
    const isNew =
      membership_state === 'accepted' && before.get(subject)?.membership_state !== 'accepted';
    return isNew && display_name !== null ? [{ decision, subject, display_name }] : [];
  });
  if (joining.length === 0) return;
  const subjects = joining.map(({ subject }) => subject);
  const names = await readNames(transaction, groupId, subjects);
  for (const { decision, subject, display_name } of joining) {
    if (names.isTaken(subject, display_name)) decisions.set(subject, withoutName(decision));
    else names.take(subject, display_name);
  }
}

/** A request of any of the calls; what else its memberships hold, the decision reads. */
interface RequestOf<Item> extends Pick<Request, 'caller' | 'refusal' | 'record'> {
  readonly body: { readonly group_id: string; readonly memberships: readonly Item[] };
}

/** What the audit log keeps of a change, by its subject; how members are called is not its business. */
function auditedChange(group_id: string, change: object) {
  const {
    display_name: _,
    of_request: __,
    declines_to_lead: ___,
    ...rest
  } = change as Record<string, unknown>;
  return { group_id, ...rest };
}

function resultOf(
  subject: string,
  decision: Decision,
  before: Member | undefined,
  { madeAt, seesSharings }: { readonly madeAt: Date | undefined; readonly seesSharings: boolean },
): Result {
  const { outcome } = decision;
  if ('revoke' in decision) {
    const revoked = { ...decision.revoke, subject, changed_at: madeAt! };
    const membership = membershipOf(revoked, false);
    return { subject, outcome, membership: { ...membership, membership_state: 'revoked' } };
  }
  const now = 'write' in decision ? { ...decision.write, changed_at: madeAt! } : before;
  return {
    subject,
    outcome,
    ...('refusal' in decision && { refusal: decision.refusal }),
    ...(now && { membership: membershipOf({ ...now, subject }, seesSharings) }),
  };
}

function resultStateOf(results: readonly Result[]) {
  const result_messages: ResultMessage[] = results.flatMap(({ subject, refusal }) =>
    refusal ? [{ code: refusal, text: `The membership of ${subject} was not changed.` }] : [],
  );
  if (result_messages.length > 0) return { result_state: 'WARNING', result_messages } as const;
  if (results.some(({ outcome }) => outcome === 'CHANGED')) return {};
  return { result_state: 'IA_OK' } as const;
}

/** Whoever has left a group and asks again finds it done; of the group they are told nothing new. */
async function hasLeft(database: Database, groupId: string, { subject, aliases }: Caller) {
  const { rows } = await sql<{ transaction_index: number }>`
    select revoked.transaction_index
    from gres.subject_groups
      join gres.groups using (group_id)
      cross join lateral (
        select left_by.transaction_index from gres.transactions left_by
        where left_by.group_id = groups.group_id
          and changes @> ${JSON.stringify([{ change_type: 'MEMBERSHIP_REVOKED', subject }])}::jsonb
        order by left_by.transaction_index desc limit 1
      ) revoked
    where subject_groups.subject = ${subject} and group_id = ${groupId}
      and membership_state in ('revoked', 'declined')
      and deleted_at is null
      and not exists (
        select from gres.members
        where members.group_id = groups.group_id and subject = any(${[...aliases]}::text[])
      )
  `.execute(database);
  const transaction_index = rows[0]?.transaction_index;
  if (transaction_index === undefined) return undefined;
  return { results: [{ subject, outcome: 'UNCHANGED' as const }], transaction_index };
}
