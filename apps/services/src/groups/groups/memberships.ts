import type { membershipsCalls } from '@lectern/contracts/calls/groups/memberships';
import { sql } from 'kysely';
import type { Caller } from '../../authorization/authorize.ts';
import { erasedAmong } from '../../authorization/erased-subjects.ts';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import { generalError, type CallError } from '../../http/errors.ts';
import type { CallRequest, CallResult, Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { formerNamesOf } from '../../authorization/person-names.ts';
import { updateGroup, type UpdatedGroup } from '../group-log.ts';
import type { Members, Standing } from '../group-row.ts';
import { leadersNow, lockLivingGroup, requireLeader, type LockedGroup } from '../led-group.ts';
import { subjectsInTooManyGroups } from '../limits.ts';
import {
  decideAccepting,
  decideAdding,
  decideRevoking,
  decideSetting,
  decideTaking,
  unnamed,
  withoutName,
  type ChangingGroup,
  type Decision,
} from '../membership-decisions.ts';
import { resultOf, resultStateOf } from '../membership-results.ts';
import { settleNames } from '../names-of-others.ts';

type MembershipCalls = typeof membershipsCalls;
type Request = CallRequest<MembershipCalls[keyof MembershipCalls]>;

/** The calls under `/v1/groups` that change memberships: each request is one transaction of one group. */
export function membershipHandlers(
  database: Database,
  directory: Pick<SubjectDirectory, 'resolveAll'>,
): Handlers<MembershipCalls> {
  return {
    async groupsAddMemberships(named) {
      const request = await withCurrentSubjects(named, directory);
      const { body, caller } = request;
      return changeMemberships(
        database,
        request,
        requireLeader,
        async (transaction, members, namesOf) => {
          const news = body.memberships
            .map(({ subject }) => subject)
            .filter((subject) => !members.has(subject));
          const full = await subjectsInTooManyGroups(transaction, sql`${news}`);
          const declined = await whoDeclined(transaction, body.group_id, news.flatMap(namesOf));
          const erased = await erasedAmong(transaction, news);
          const leader = leaderOf(caller, members);
          return (item, group) =>
            decideAdding(group, item, leader, {
              isFull: full.has(item.subject),
              hasDeclined: namesOf(item.subject).some((name) => declined.has(name)),
              isErased: erased.has(item.subject),
            });
        },
      );
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
          return (item, group) => decideAccepting(group, item, caller, full.has(item.subject));
        },
      );
    },
    async groupsSetMemberships(named) {
      const request = await withCurrentSubjects(named, directory);
      return changeMemberships(
        database,
        request,
        requireLeader,
        async (_, members) => {
          const leader = leaderOf(request.caller, members);
          return (item, group) => decideSetting(group, item, leader);
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
        async () => (item, group) => decideRevoking(group, item),
        decideRevoking,
      );
    },
  };
}

/**
 * The leader that a caller is, as before the request; null: it changes a group without leaders in the name of the
 * school.
 */
function leaderOf({ subject }: Caller, before: Members): string | null {
  return before.get(subject)?.is_leading ? subject : null;
}

/** A membership of a request, by what its subject is called now. */
type NamedItem<Item> = Item & {
  /** The subject's name in the request. */
  readonly named: string;
};

/**
 * Names those whom links lead to: a membership of a subject that nobody signs in as would be nobody's.
 *
 * @throws {CallError} where two of the request are one.
 */
async function withCurrentSubjects<Item extends { readonly subject: string }>(
  { body: { group_id, memberships: named }, caller, refusal, record }: RequestOf<Item>,
  directory: Pick<SubjectDirectory, 'resolveAll'>,
): Promise<RequestOf<NamedItem<Item>>> {
  const subjects = await directory.resolveAll(named.map(({ subject }) => subject));
  if (new Set(subjects).size < subjects.length) {
    throw generalError('REQUEST_INVALID', 'A subject appears twice, under names that are linked.');
  }
  const memberships = named.map((item, place) => ({
    ...item,
    named: item.subject,
    subject: subjects[place]!,
  }));
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

/** Subjects who have declined an invitation of a group. */
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

/** @throws where the caller may not change memberships of the group. */
type Require = (
  group: LockedGroup | undefined,
  caller: Caller,
  refusal: (code: 'GROUP_NOT_FOUND' | 'GROUP_NOT_LED') => CallError,
) => void;

/** The names of a person, the current one first. */
type NamesOf = (subject: string) => readonly string[];

/**
 * The name under which a request finds a membership: a link has not moved it yet, so it stands in the group under the
 * former name, by which others see it. An invitation under that name could be accepted by nobody.
 */
function nameInGroup(
  { subject, named }: NamedItem<{ readonly subject: string }>,
  members: Members,
  caller: Caller,
): string {
  if (subject === caller.subject) return subject;
  const held = members.get(named);
  return held && held.membership_state !== 'invited' ? named : subject;
}

/**
 * @param decideFormer What becomes of a membership that a person has under another name, by a call that takes:
 *   else it would come back with the move of that name's data.
 */
async function changeMemberships<Item extends NamedItem<{ readonly subject: string }>>(
  database: Database,
  { body: { group_id, memberships }, caller, refusal, record }: RequestOf<Item>,
  requireAllowed: Require,
  prepare: (
    transaction: Database,
    members: Members,
    namesOf: NamesOf,
  ) => Promise<(item: Item, group: ChangingGroup) => Decision>,
  decideFormer?: (group: ChangingGroup, item: Item) => Decision,
): Promise<CallResult<MembershipCalls['groupsAddMemberships']>> {
  return database.transaction().execute(async (transaction) => {
    const subjects = memberships.map(({ subject }) => subject);
    const formerNames = await formerNamesOf(transaction, subjects);
    const namesOf: NamesOf = (subject) => [subject, ...(formerNames.get(subject) ?? [])];
    const group = await lockLivingGroup(transaction, group_id, subjects.flatMap(namesOf));
    requireAllowed(group, caller, refusal);
    const { row, members: before } = group!;
    const decide = await prepare(transaction, before, namesOf);
    let members = new Map<string, Standing>(before);
    const leaders = leadersNow(before);
    const decisions = new Map<string, Decision>();
    const shown: string[] = [];
    for (const item of memberships) {
      const attempted = new Map(members);
      const own = new Map<string, Decision>();
      const decideName = (name: string, decision: Decision) => {
        own.set(name, decision);
        if ('write' in decision) attempted.set(name, decision.write);
        if ('revoke' in decision) attempted.delete(name);
      };
      const subject = nameInGroup(item, before, caller);
      decideName(subject, decide({ ...item, subject }, { members: attempted, leaders }));
      const others = decideFormer ? namesOf(item.subject) : [];
      for (const name of others.filter((name) => name !== subject && before.has(name))) {
        const other = { ...item, subject: name };
        decideName(name, decideFormer!({ members: attempted, leaders }, other));
      }
      const refused = [...own].find(
        ([, decision]) => 'refusal' in decision && decision.refusal === 'LAST_LEADER',
      );
      if (refused) {
        decisions.set(...refused);
        shown.push(refused[0]);
        continue;
      }
      members = attempted;
      for (const [name, decision] of own) decisions.set(name, decision);
      const changed = [...own].find(([, { outcome }]) => outcome === 'CHANGED');
      shown.push(changed?.[0] ?? subject);
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
      leaders.includes(caller.subject) || subject === caller.subject;
    const results = shown.map((subject) =>
      resultOf(subject, decisions.get(subject)!, before.get(subject), {
        madeAt: updated?.madeAt,
        seesSharings: seesSharings(subject),
      }),
    );
    return {
      results,
      transaction_index: (updated?.row ?? row).transaction_index,
      ...resultStateOf(results),
    };
  });
}

/** Takes names from those who come by the name of another one, and from members whose name belongs to one who comes. */
async function dropNamesOfOthers(
  transaction: Database,
  groupId: string,
  before: Members,
  decisions: Map<string, Decision>,
): Promise<void> {
  const joining = [...decisions.values()].flatMap((decision) => {
    if (!('write' in decision) || decision.write.membership_state !== 'accepted') return [];
    const isNew = before.get(decision.write.subject)?.membership_state !== 'accepted';
    return isNew ? [decision.write] : [];
  });
  const names = await settleNames(transaction, groupId, joining);
  for (const member of names.unnamed) decisions.set(member.subject, unnamed(member));
  for (const subject of names.nameless) {
    const decision = decisions.get(subject)!;
    if ('write' in decision) decisions.set(subject, withoutName(decision));
  }
}

/** A request of any of the calls; what else its memberships hold, the decision reads. */
interface RequestOf<Item> extends Pick<Request, 'caller' | 'refusal' | 'record'> {
  readonly body: { readonly group_id: string; readonly memberships: readonly Item[] };
}

/** Audit entry of a change, by its subject; names of members are not its business. */
function auditedChange(group_id: string, change: object) {
  const { display_name: _, of_request: __, ...rest } = change as Record<string, unknown>;
  return { group_id, ...rest };
}

/** True for a subject that has left the group: a repeated request finds it done, and tells nothing new of the group. */
async function hasLeft(database: Database, groupId: string, { subject, aliases }: Caller) {
  const names = sql`${[...aliases]}::text[]`;
  const { rows } = await sql<{ transaction_index: number }>`
    select revoked.transaction_index
    from gres.subject_groups own
      join gres.groups using (group_id)
      cross join lateral (
        select left_by.transaction_index from gres.transactions left_by
        where left_by.group_id = groups.group_id
          and changes @> jsonb_build_array(
            jsonb_build_object('change_type', 'MEMBERSHIP_REVOKED', 'subject', own.subject)
          )
        order by left_by.transaction_index desc limit 1
      ) revoked
    where own.subject = any(${names}) and group_id = ${groupId}
      and membership_state in ('revoked', 'declined')
      and deleted_at is null
      and not exists (
        select from gres.members
        where members.group_id = groups.group_id and subject = any(${names})
      )
    order by transaction_index desc limit 1
  `.execute(database);
  const transaction_index = rows[0]?.transaction_index;
  if (transaction_index === undefined) return undefined;
  return { results: [{ subject, outcome: 'UNCHANGED' as const }], transaction_index };
}
