import { expect, it, vi } from 'vitest';
import type { CreateClient } from '../src/api.ts';
import { createInvitationSource } from '../src/invitations/invitation-source.ts';

const group = { group_id: 'g', name: '5b', invited_by: ['Lea Frei'] };
const subject = 'mia';

/** The calls that an answer makes, by name, with their bodies. */
async function answered(fields: object, isAccepted: boolean, code?: string) {
  const calls: [string, unknown][] = [];
  const clientOf = (() =>
    new Proxy(
      {},
      {
        get: (_target, name: string) => async (request: { body: unknown }) => {
          if (name === 'groupsGetUpdated') return { groups: [{ ...group, ...fields }] };
          calls.push([name, request.body]);
          if (code) throw Object.assign(new Error(name), { code });
        },
      },
    )) as unknown as CreateClient;
  const tellChanged = vi.fn<() => void>();
  const source = createInvitationSource(clientOf, tellChanged);
  const [invitation] = await source.load(subject);
  if (invitation) await source.answer(subject, invitation, isAccepted);
  expect(tellChanged).toHaveBeenCalledTimes(invitation ? 1 : 0);
  return [invitation?.role, ...calls];
}

const accepting = (group_role: string) => [
  'groupsAcceptMemberships',
  { group_id: 'g', memberships: [{ subject, membership_types: [], group_role }] },
];
const leaving = [
  'groupsRevokeMemberships',
  { group_id: 'g', memberships: [{ subject, only_in_state: 'invited' }] },
];
const stranger = { membership_state: 'invited', invited_as: 'member' };
const newLeader = { membership_state: 'invited', invited_as: 'leader' };
const member = { membership_state: 'accepted', invited_as: 'leader' };

it.each([
  ['a stranger accepts to be a member', stranger, true, ['member', accepting('member')]],
  ['a stranger declines', stranger, false, ['member', leaving]],
  ['a stranger accepts to lead', newLeader, true, ['leader', accepting('leader')]],
  ['a member accepts to lead', member, true, ['leader', accepting('leader')]],
  ['a member declines to lead, and stays one', member, false, ['leader', accepting('member')]],
  ['a member is asked nothing', { membership_state: 'accepted' }, true, [undefined]],
])('%s', async (_what, fields, isAccepted, expected) => {
  expect(await answered(fields, isAccepted)).toEqual(expected);
});

it.each(['GROUP_NOT_FOUND', 'GROUP_NOT_LED', 'MEMBERSHIP_CHANGED'])(
  'one that is over by now is answered: %s',
  async (code) => {
    expect(await answered(stranger, false, code)).toEqual(['member', leaving]);
  },
);

it('one that cannot be answered is not', () =>
  expect(answered(stranger, true, 'INTERNAL_ERROR')).rejects.toThrow());
