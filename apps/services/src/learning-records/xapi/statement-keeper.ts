import type { Actor } from '@lectern/contracts/xapi';
import type { Access } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import type { Keeper } from '../store/records.ts';

/** A person records what it did itself, and nothing else. */
export async function mayRecord(
  { subject }: Access,
  actor: Actor,
  agentKeys: AgentKeys,
): Promise<boolean> {
  return subject === undefined || (await agentKeys.keyOf(actor)) === subject;
}

/** In whose name a caller stores statements. */
export function keeperOf(access: Access, version: Keeper['version']): Keeper {
  return {
    authority: access.authority,
    version,
    mayRedefine: access.mayRedefine,
    voidsOf: access.subject,
  };
}
