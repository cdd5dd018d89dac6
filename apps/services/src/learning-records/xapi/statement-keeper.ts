import type { Actor } from '@lectern/contracts/xapi';
import type { Access } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import type { GivenStatement, Keeper, Kept, Records } from '../store/records.ts';
import { keyFor } from './permitted-agent.ts';

/** A person records what it did itself, and nothing else: not as a group, whose members it would name. */
export async function mayRecord(
  access: Access,
  actor: Actor,
  agentKeys: AgentKeys,
): Promise<boolean> {
  if (access.subject === undefined) return true;
  return (
    actor.objectType !== 'Group' && (await keyFor(access, actor, agentKeys)) === access.subject
  );
}

/**
 * Keeps statements in the name of a caller; nothing that a caller sends is kept in another way.
 *
 * @throws {CallError} where the rules of a session of cmi5 do not allow one of them
 */
export function keepFor(
  { authority, mayRedefine, session, subject }: Access,
  records: Records,
  given: readonly GivenStatement[],
  version: Keeper['version'],
): Promise<Kept> {
  const sentBy = subject === undefined ? authority.account.name : undefined;
  const keeper: Keeper = {
    authority,
    version,
    mayRedefine,
    person: subject,
    sentBy,
    keptFor: session?.registration,
    subject: session && subject,
  };
  return session ? session.keep(given, keeper) : records.keep(given, keeper);
}
