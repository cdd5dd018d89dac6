import type { Actor, Statement } from '@lectern/contracts/xapi';
import { rewrite } from './rewrite.ts';

/** A statement in which the account of one name has another one, and nobody's name is beside it. */
export function renameAccount(statement: Statement, from: string, to: string): Statement {
  const actor = <A extends Actor>(one: A): A => {
    const renamed = one.objectType === 'Group' && one.member ? members(one) : one;
    if (renamed.account?.name !== from) return renamed;
    const { name: _, ...unnamed } = renamed;
    return { ...unnamed, account: { ...renamed.account, name: to } } as A;
  };
  const members = <A extends Actor>(group: A): A =>
    'member' in group ? { ...group, member: group.member?.map((member) => actor(member)) } : group;
  return rewrite(statement, { actor, verb: (verb) => verb, activity: (activity) => activity });
}
