import * as z from 'zod/mini';
import { iri, mailtoIri, uri } from './iri.ts';
import { list } from '../../scalars.ts';

/* Agents and groups: xAPI 1.0.3, Data 2.4.2; IEEE 9274.1.1, 4.2.2.1. */

/** A user account on an existing system (xAPI 1.0.3, Data 2.4.2.4). */
export const account = z.strictObject({
  homePage: iri('Home page of the system that the account is on.'),
  name: z.string().check(z.describe('What the account is called there.')),
});

/** The inverse functional identifiers: each belongs to one agent or group alone (Data 2.4.2.3). */
const identifiers = {
  mbox: z.optional(mailtoIri('Mail address as a mailto IRI.')),
  mbox_sha1sum: z.optional(
    z
      .string()
      .check(
        z.regex(/^[0-9a-fA-F]{40}$/, 'not a SHA-1 hash in hexadecimal'),
        z.describe('SHA-1 hash of a mailto IRI, in hexadecimal.'),
      ),
  ),
  openid: z.optional(uri('OpenID.')),
  account: z.optional(account),
};
type Identifiers = z.infer<z.ZodMiniObject<typeof identifiers>>;

function countIdentifiers(actor: Identifiers): number {
  return (
    Number(actor.mbox !== undefined) +
    Number(actor.mbox_sha1sum !== undefined) +
    Number(actor.openid !== undefined) +
    Number(actor.account !== undefined)
  );
}

const identifierNames = Object.keys(identifiers).join(', ');
const name = z.optional(z.string().check(z.describe('Full name.')));

const exactlyOneIdentifier = z.refine<Identifiers>(
  (actor) => countIdentifiers(actor) === 1,
  `needs exactly one of ${identifierNames}`,
);

/** An individual, or a system. */
export const agent = z
  .strictObject({ objectType: z.optional(z.literal('Agent')), name, ...identifiers })
  .check(exactlyOneIdentifier);
export type Agent = z.infer<typeof agent>;

/** As the object of a statement, where an activity is what an `objectType` that is absent means. */
export const agentAsObject = z
  .strictObject({ objectType: z.literal('Agent'), name, ...identifiers })
  .check(exactlyOneIdentifier);

const members = list('Agents that belong to it, in no order.', agent);

/** Several agents: under an identifier of their own, or known by its members alone. */
export const group = z
  .strictObject({
    objectType: z.literal('Group'),
    name,
    member: z.optional(members),
    ...identifiers,
  })
  .check(
    z.refine(
      (group) => countIdentifiers(group) <= 1,
      `needs no more than one of ${identifierNames}`,
    ),
    z.refine(
      (group) => countIdentifiers(group) > 0 || (group.member?.length ?? 0) > 0,
      `needs members, or one of ${identifierNames}`,
    ),
  );
export type Group = z.infer<typeof group>;

/** An actor; without an `objectType` it is an agent. */
export const actor = z.discriminatedUnion('objectType', [agent, group]);
export type Actor = z.infer<typeof actor>;

/**
 * An authority: an agent, or an application and the user who let it, as a group of the two (xAPI 1.0.3, Data
 * 2.4.9).
 */
export const authority = z.discriminatedUnion('objectType', [
  agent,
  z.strictObject({
    objectType: z.literal('Group'),
    name,
    member: members.check(z.length(2, 'needs exactly two members')),
  }),
]);
