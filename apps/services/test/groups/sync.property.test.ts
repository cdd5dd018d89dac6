import { randomUUID } from 'node:crypto';
import { CallFailed } from '@lectern/contracts/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { groupsSubjectData } from '../../src/groups/subject-data.ts';
import { startSchool, type Person } from './people.ts';
import { applyAll, knownFrom, nothingKnown, type KnownGroup } from './synced-group.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';
import { rowsOf } from '../rows.ts';

/* After any changes of a group, a client that knew it at any time and applies the later ones has it as it is. */

const operations = [
  'add',
  'accept',
  'set',
  'revoke',
  'leave',
  'join',
  'rename',
  'policy',
  'name-self',
  'share',
  'unshare',
  'migrate',
  'erase',
  'move',
] as const;

/** An operation, who does it, and whom it is about; numbers choose among the people of the run. */
const step = fc.record({
  operation: fc.constantFrom(...operations),
  // Mostly the one who leads the group: what others try is mostly refused.
  who: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
  whom: fc.nat(4),
  leads: fc.boolean(),
  types: fc.subarray(['MaySupport', 'HasLicenses'] as const),
  text: fc.constantFrom('Mia', 'Ben', 'Klasse 5b', 'Klasse 6a'),
  policy: fc.constantFrom('closed', 'on_request', 'open'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Steps that leave everybody in the group: here something can be compared, whatever is generated besides. */
const everybodyStays: Step[] = (['rename', 'policy', 'name-self', 'share', 'migrate'] as const).map(
  (operation, whom) => ({
    operation,
    who: 0,
    whom,
    leads: false,
    types: [],
    text: 'Klasse 5b',
    policy: 'closed',
  }),
);

const school = startBeforeAll(startSchool);

const administrator = makeBeforeAll(() => school.newPerson('administrator'));

async function perform(people: Person[], group_id: string, step: Step): Promise<void> {
  const { operation, leads, types, text, policy } = step;
  const who = people[step.who]!;
  const { subject } = people[step.whom]!;
  const group_role = leads ? ('leader' as const) : ('member' as const);
  const membership = { subject, group_role, membership_types: types };
  const transaction = (
    change: Parameters<typeof who.gres.transactionsCreateNew>[0]['body']['changes'][0],
  ) =>
    who.gres.transactionsCreateNew({
      body: { group_id, transaction_id: randomUUID(), changes: [change] },
    });
  const update = (fields: object) =>
    who.gres.usersUpdate({ body: { subject: who.subject, group_id, ...fields } });
  switch (operation) {
    case 'add':
      await who.gres.groupsAddMemberships({ body: { group_id, memberships: [membership] } });
      break;
    case 'accept': {
      const memberships = [{ subject, membership_types: types, ...(leads && { group_role }) }];
      await who.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
      break;
    }
    case 'set':
      await who.gres.groupsSetMemberships({ body: { group_id, memberships: [membership] } });
      break;
    case 'revoke':
      await who.gres.groupsRevokeMemberships({ body: { group_id, memberships: [{ subject }] } });
      break;
    case 'leave': {
      const memberships = [{ subject: who.subject }];
      await who.gres.groupsRevokeMemberships({ body: { group_id, memberships } });
      break;
    }
    case 'join': {
      const { join_code } = await rowsOf(school.platform.database, 'gres.groups', { group_id }).one(
        'join_code',
      );
      await who.gres.groupsJoin({
        body: { subject: who.subject, join_code: join_code!, display_name: text },
      });
      break;
    }
    case 'rename':
      await transaction({ change_type: 'GROUP_NAME_SET', name: text });
      break;
    case 'policy':
      await transaction({ change_type: 'JOIN_POLICY_SET', join_policy: policy });
      break;
    case 'name-self':
      await update({ display_name: text });
      break;
    case 'share':
      await update({
        sharings: [{ course_id: 'wasser', issue_id: text, sharing_types: ['Notes'] }],
      });
      break;
    case 'unshare':
      await update({ sharings: [{ course_id: 'wasser', issue_id: text, sharing_types: [] }] });
      break;
    case 'migrate':
      await administrator.gres.serviceMigrateGroups({
        body: {
          from_provider_id: 'BEOOK_1',
          to_provider_id: 'SCHUL_VERLAG_1',
          group_ids: [group_id],
        },
      });
      break;
    case 'erase':
      await school.platform.database
        .transaction()
        .execute((transaction) => groupsSubjectData.erase(transaction, subject));
      break;
    case 'move':
      if (subject === who.subject) break;
      await school.platform.database
        .transaction()
        .execute((transaction) => groupsSubjectData.move(transaction, subject, who.subject));
      break;
  }
}

/** The group as somebody sees it now; nothing where it is none of theirs. */
async function knowledgeOf(who: Person, group_id: string): Promise<KnownGroup | undefined> {
  try {
    return knownFrom(await school.inspect(who, group_id));
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'GROUP_NOT_FOUND') return undefined;
    throw error;
  }
}

/** An applicant is told of its request alone. */
function comparable(
  { name, join_policy, provider_id, memberships, index }: KnownGroup,
  self: string,
) {
  // Transactions do not tell when a membership began.
  const held = [...memberships].map(
    ([subject, { began_at: _, ...told }]) => [subject, told] as const,
  );
  const all = Object.fromEntries(held.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const isMember = memberships.get(self)?.membership_state === 'accepted';
  return !isMember ? { index, all } : { index, all, name, join_policy, provider_id };
}

test(
  'a client that syncs from any index has the group as it is',
  { timeout: limitOfRounds(120_000) },
  async () => {
    let synced = 0;
    const check = async (steps: readonly Step[]) => {
      const people = [
        await school.newPerson('teacher'),
        await school.newPerson('teacher'),
        ...(await Promise.all([1, 2, 3].map(() => school.newPerson()))),
      ];
      const group_id = await school.newGroup(people[0]!, { join_policy: 'open' });
      await school.makeLeader(people[0]!, group_id, people[1]!);
      await school.enrol(people[0]!, group_id, people[2]!, people[3]!);
      const readers: { who: Person; earlier: KnownGroup }[] = people.map((who) => ({
        who,
        earlier: nothingKnown,
      }));
      for (const step of steps) {
        await perform(people, group_id, step).catch((error: unknown) => {
          // Refusals are part of the game; failures are not.
          if (!(error instanceof CallFailed) || error.code === 'INTERNAL') throw error;
        });
        for (const who of [people[step.who]!, people[step.whom]!]) {
          const earlier = await knowledgeOf(who, group_id);
          if (earlier) readers.push({ who, earlier });
        }
      }
      for (const { who, earlier } of readers) {
        const now = await knowledgeOf(who, group_id);
        if (!now) continue;
        // Members begin with the group as they inspect it.
        const { group_role } = now.memberships.get(who.subject)!;
        if (earlier === nothingKnown && group_role !== 'leader') continue;
        const { transactions, last_index } = await who.gres.transactionsGetAfterIndex({
          body: { subject: who.subject, group_id, after_index: earlier.index, limit: 200 },
        });
        expect(last_index).toBe(now.index);
        const reached = applyAll(earlier, who.subject, transactions);
        if (!reached) continue;
        synced++;
        expect(comparable(reached, who.subject)).toEqual(comparable(now, who.subject));
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), check), {
      numRuns: roundsOf(5),
      examples: [[everybodyStays]],
    });
    expect(synced).toBeGreaterThan(10);
  },
);
