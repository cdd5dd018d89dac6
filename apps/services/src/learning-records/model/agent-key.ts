import { hash } from 'node:crypto';
import { subjectPattern } from '@lectern/contracts';
import type { Actor } from '@lectern/contracts/xapi';
import { identifierOf } from './identifier.ts';

/**
 * Whose something is: the subject of an account that an identity provider of the platform issued, as that
 * account calls it (a link may lead on from there); of anybody else a comma, which no subject holds, and
 * 22 characters of a hash.
 *
 * @returns `undefined` for a group without an identifier.
 */
export type AgentKey = (agent: Actor) => string | undefined;

/** An identity provider of the platform: home page of its accounts, and how it names their subjects. */
interface AccountIssuers {
  /** The first one's accounts are named by the platform's subjects. */
  readonly issuers: readonly [string, ...string[]];
  readonly nameOf: (account: { readonly issuer: string; readonly sub: string }) => string;
}

/** 132 bits: nobody finds two agents with one key. */
const hashLength = 22;

export function createAgentKey({ issuers, nameOf }: AccountIssuers): AgentKey {
  return (agent) => {
    const { account } = agent;
    if (account && issuers.includes(account.homePage)) {
      const subject = nameOf({ issuer: account.homePage, sub: account.name });
      // Nobody whose name would pass for another's hash, or fits no header, can sign in.
      if (subjectPattern.test(subject)) return subject;
    }
    const identifier = identifierOf(agent);
    return identifier && `,${hash('sha256', identifier, 'base64url').slice(0, hashLength)}`;
  };
}

/** Whether a key is a subject of the platform. */
export function isSubject(agentKey: string): boolean {
  return !agentKey.startsWith(',');
}
