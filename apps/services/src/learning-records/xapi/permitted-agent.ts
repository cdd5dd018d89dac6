import type { Actor } from '@lectern/contracts/xapi';
import type { Access, AgentData, DocumentName } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import { readAgent, required } from './parameters.ts';
import { refusal } from './refusals.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import type { XapiRequest } from './resource.ts';

/** The key of an agent's data for this caller: a link does not take its learner from a session. */
export async function keyFor(
  { session, subject }: Access,
  agent: Actor,
  agentKeys: AgentKeys,
): Promise<string | undefined> {
  const key = await agentKeys.keyOf(agent);
  return session && key === session.linkedTo ? subject : key;
}

/**
 * Reads the parameter `agent`.
 *
 * @returns the agent's key, by which its data is kept
 * @throws {CallError} where it is missing or malformed, or the caller may not read or write that data
 */
export async function readPermitted(
  { access, forbid, intent, parameters }: XapiRequest,
  data: AgentData,
  { agentKeys }: Pick<ResourceDependencies, 'agentKeys'>,
): Promise<string> {
  const agent = required(readAgent(parameters, 'agent'), 'agent');
  const key = required(await keyFor(access, agent, agentKeys), 'agent');
  const may =
    intent === 'read'
      ? await access.mayRead(data, key, parameters.get('activityId'))
      : access.mayWrite(data, key);
  if (may) {
    if (intent === 'write' && (await agentKeys.erasedAmong([agent]))) {
      throw refusal('SUBJECT_ERASED');
    }
    return key;
  }
  throw await forbid(access.subject === undefined ? 'SCOPE_MISSING' : 'SUBJECT_FORBIDDEN', key);
}

/** @throws {CallError} where the caller is a session of cmi5 that the document is not for */
export async function requirePermitted(
  { access, forbid, intent }: XapiRequest,
  document: DocumentName,
): Promise<void> {
  if (access.session?.mayUse(document, intent) === false) throw await forbid('DOCUMENT_FORBIDDEN');
}
